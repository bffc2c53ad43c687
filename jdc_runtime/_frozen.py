"""Frozen instances: who may be written to, and what everybody else is told.

A jdc class has `frozen_setattr` and `frozen_delattr` as its ``__setattr__`` and ``__delattr__``. Writability
is not a property of the class or of the instance but an entry in a table, so objects carry no state for it,
their type stays the user's own, and every other instance is frozen at all times.
"""

from __future__ import annotations

import dataclasses
import difflib
from typing import TYPE_CHECKING, Final, Never

from ._registry import layout_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_writable: Final[dict[int, object]] = {}
"""The writable objects by id. Holding them keeps each id from being given to another object."""


def unfreeze(objects: Iterable[object]) -> None:
    """Make each of these instances of jdc classes writable until `freeze`."""
    _writable.update((id(instance), instance) for instance in objects)


def freeze(objects: Iterable[object]) -> None:
    """Take back `unfreeze`."""
    for instance in objects:
        _writable.pop(id(instance), None)


def frozen_setattr(self: object, name: str, value: object) -> None:
    """Set a field of an object that is writable; refuse for every other.

    Raises:
        dataclasses.FrozenInstanceError: the object is not a copy inside its ``copy_and_mutate`` block.
        AttributeError: the object is writable, but its class has no field of that name.
    """
    if id(self) not in _writable:
        _refuse("assign to", self, name)
    layout = layout_of(type(self))
    assert layout is not None
    if name in layout.data or name in layout.static or name in layout.dropped or _has_setter(self, name):
        object.__setattr__(self, name, value)
        return
    raise AttributeError(
        f'"{type(self).__name__}" has no field "{name}"{_suggest(self, name)}; '
        "a copy_and_mutate block may change fields, not add attributes",
        name=name,
        obj=self,
    )


def frozen_delattr(self: object, name: str) -> None:
    """Refuse to delete an attribute.

    Raises:
        dataclasses.FrozenInstanceError: always, also inside a ``copy_and_mutate`` block.
    """
    if id(self) not in _writable:
        _refuse("delete", self, name)
    raise dataclasses.FrozenInstanceError(
        f'cannot delete "{name}" of "{type(self).__name__}": every field of a pytree dataclass has a value; '
        "assign None where the field's type allows it"
    )


def _refuse(action: str, self: object, name: str) -> Never:
    owner = type(self).__name__
    if name not in _field_names(self):
        raise dataclasses.FrozenInstanceError(
            f'cannot {action} "{name}" of "{owner}": pytree dataclasses are frozen, '
            f'and "{owner}" has no field "{name}"{_suggest(self, name)}'
        )
    if layout_of(type(self)) is None:
        raise dataclasses.FrozenInstanceError(
            f'cannot {action} field "{name}" of "{owner}": "{owner}" inherits from a pytree dataclass and '
            "is not one itself; decorate it with @jdc.pytree_dataclass, then change a copy with "
            "jdc.copy_and_mutate"
        )
    raise dataclasses.FrozenInstanceError(
        f'cannot {action} field "{name}" of "{owner}": pytree dataclasses are frozen; make a new object with '
        f".replace({name}=...), or change a copy inside `with jdc.copy_and_mutate(...) as copy:`"
    )


def _has_setter(self: object, name: str) -> bool:
    return hasattr(getattr(type(self), name, None), "__set__")


def _field_names(self: object) -> list[str]:
    return [field.name for field in dataclasses.fields(self)] if dataclasses.is_dataclass(self) else []


def _suggest(self: object, name: str) -> str:
    close = difflib.get_close_matches(name, _field_names(self), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""
