"""Frozen instances: who may be written to, and what everybody else is told.

A jdc class has `frozen_setattr` and `frozen_delattr` as its ``__setattr__`` and ``__delattr__``. Writability
is not a property of the class or of the instance but of a `Permit` that names the object, so objects carry no
state for it, their type stays the user's own, and every other instance is frozen at all times.
"""

from __future__ import annotations

import dataclasses
import difflib
import inspect
from contextlib import suppress
from typing import TYPE_CHECKING, Any, Final, NamedTuple, Never, cast

from jdc_spec.sentences import (
    COPY,
    MAKERS,
    REPLACE,
    added_attribute,
    field_deletion,
    frozen_attribute,
    frozen_write,
)

from .layout import layout_of

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping


class Permit(NamedTuple):
    """Leave to write to some objects, for as long as it is in force."""

    ids: Collection[int]
    """The ids of the objects. Whoever puts a permit in force holds the objects, so that their ids stay theirs."""
    written: dict[int, Any]
    """The objects of which a field was set, by id."""
    caches: Mapping[type, tuple[str, ...]]
    """The attributes of a class that keep what they computed, and are computed anew after a write."""


_in_force: Final[dict[int, Permit]] = {}
"""The permit of each object that may be written to, by its id."""


def allow(permit: Permit) -> None:
    """Put a permit in force."""
    _in_force.update(dict.fromkeys(permit.ids, permit))


def forbid(permit: Permit) -> None:
    """Take back `allow`."""
    for key in permit.ids:
        _in_force.pop(key, None)


def is_any_writable() -> bool:
    """Return whether some object may be written to now, in any thread."""
    return bool(_in_force)


def frozen_setattr(self: object, name: str, value: object) -> None:
    """Set a field of an object that is writable; refuse for every other.

    Raises:
        dataclasses.FrozenInstanceError: the object is not a copy inside its ``copy_and_mutate`` block.
        AttributeError: the object is writable, but its class has no field of that name.

    """
    key = id(self)
    permit = _in_force.get(key)
    if permit is None:
        _refuse("assign to", self, name)
    layout = layout_of(type(self))
    assert layout is not None
    if name in layout.data or name in layout.static or name in layout.dropped or _has_setter(self, name):
        object.__setattr__(self, name, value)
        permit.written[key] = self
        if permit.caches:
            forget_caches(self, permit.caches)
        return
    raise AttributeError(
        added_attribute(type(self).__name__, name) + _suggest(self, name),
        name=name,
        obj=self,
    )


def forget_caches(self: object, caches: Mapping[type, tuple[str, ...]]) -> None:
    """Take away what the cached properties of an object computed."""
    for name in caches.get(type(self), ()):
        with suppress(AttributeError):
            object.__delattr__(self, name)


def frozen_delattr(self: object, name: str) -> None:
    """Refuse to delete an attribute.

    Raises:
        dataclasses.FrozenInstanceError: always, also inside a ``copy_and_mutate`` block.

    """
    if name in _field_names(self):
        raise dataclasses.FrozenInstanceError(field_deletion(type(self).__name__, name))
    _refuse("delete", self, name)


def restore_state(self: object, state: Any) -> None:
    """Set the attributes of an object with ``__slots__`` that copy or pickle made, which would assign to it else."""
    parts: tuple[dict[str, Any] | None, ...] = (state,)
    if isinstance(state, tuple):  # of the __dict__ and the slots
        parts = cast("tuple[dict[str, Any] | None, ...]", state)
    for part in parts:
        for name, value in (part or {}).items():
            object.__setattr__(self, name, value)


def _refuse(action: str, self: object, name: str) -> Never:
    owner = type(self).__name__
    if name not in _field_names(self):
        raise dataclasses.FrozenInstanceError(frozen_attribute(action, owner, name) + _suggest(self, name))
    if layout_of(type(self)) is None:
        raise dataclasses.FrozenInstanceError(
            f'cannot {action} field "{name}" of "{owner}": "{owner}" inherits from a pytree dataclass and '
            "is not one itself; decorate it with @jdc.pytree_dataclass, then change a copy with "
            "jdc.copy_and_mutate"
        )
    ways = (REPLACE, COPY) if hasattr(type(self), REPLACE) else (COPY,)
    raise dataclasses.FrozenInstanceError(frozen_write(action, owner, name, ways=ways, maker=_maker(self, action)))


def _maker(self: object, action: str) -> str | None:
    """Return the method that makes ``self`` and made the refused write, three frames above."""
    frame = inspect.currentframe()
    for _ in range(3):
        frame = None if frame is None else frame.f_back
    if frame is None or action != "assign to" or frame.f_code.co_name not in MAKERS:
        return None
    names = frame.f_code.co_varnames
    return frame.f_code.co_name if names and frame.f_locals.get(names[0]) is self else None


def _has_setter(self: object, name: str) -> bool:
    return hasattr(getattr(type(self), name, None), "__set__")


def _field_names(self: object) -> list[str]:
    return [field.name for field in dataclasses.fields(self)] if dataclasses.is_dataclass(self) else []


def _suggest(self: object, name: str) -> str:
    close = difflib.get_close_matches(name, _field_names(self), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
