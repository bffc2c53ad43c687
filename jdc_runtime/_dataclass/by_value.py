"""Classes that are sent to another process by value, or copied: JAX has to learn of them where they arrive.

cloudpickle (joblib, ray, dask) sends the classes of ``__main__`` and of functions as an empty class and then its
attributes; dill sends name, bases and attributes. Neither runs a decorator. So each class holds a `Registration`
as an attribute, which registers the class again when it arrives.
"""

from __future__ import annotations

import copyreg
import dataclasses
import inspect
from threading import Lock
from typing import TYPE_CHECKING, Any, Final, cast

from .._serialization.announce import announce
from .layout import Layout, layout_of
from .leftovers import ends_unseen
from .registration import register

if TYPE_CHECKING:
    from collections.abc import Iterator
    from types import FrameType

ATTRIBUTE: Final = "__jdc_registration__"
_MAKES_EMPTY_CLASS: Final = "_make_skeleton_class"
"""The function of cloudpickle, and of the copies of it in other libraries, in which an empty class is made."""

_registered: Final[dict[type, Layout]] = {}
"""The classes that JAX knows, and what it knows. It never forgets one."""

_change: Final = Lock()


class Registration:
    """How a class is registered. It registers the class that it arrives with."""

    __slots__ = ("_cls", "_customised", "_layout", "_unseen")

    def __init__(self, layout: Layout, customised: bool, unseen: bool) -> None:
        self._layout, self._customised, self._unseen = layout, customised, unseen

    @classmethod
    def of(cls, owner: type, layout: Layout, *, customised: bool) -> Registration:
        """Return how a class that is whole is to be registered."""
        return cls(layout, customised, ends_unseen(owner))

    def __set_name__(self, owner: type, name: str) -> None:
        copy = Registration(self._layout, self._customised, self._unseen)
        copy.apply(owner)
        setattr(owner, name, copy)

    def apply(self, owner: type) -> None:
        """Register a class with JAX, and with the libraries that serialize; once.

        Raises:
            TypeError: the class is a pytree of another kind, or with other fields.

        """
        self._cls = owner
        with _change:
            known = _registered.get(owner)
            if known is None:
                register(owner, self._layout, customised=self._customised, unseen=self._unseen)
                _registered[owner] = self._layout
        if known is not None and known != self._layout:
            raise TypeError(
                f'"{owner.__name__}" arrived without its fields and was registered with JAX before they came, so it '
                "cannot be used here; define it in a module that both processes import"
            )
        if known is not None:
            return
        announce(owner, self._layout)

    def __reduce__(self) -> tuple[Any, ...]:
        made = type(self), (self._layout, self._customised, self._unseen)
        if any(frame.f_globals.get("__name__", "").startswith("dill.") for frame in _frames()):
            return made  # attributes are there when the class is made, and must not refer to it
        return *made, (self._cls, self._cls.__qualname__, self._cls.__dict__["__dataclass_fields__"])

    def __setstate__(self, state: tuple[type, str, dict[str, Any]]) -> None:
        owner, qualname, fields = state
        if owner not in _registered:  # its attributes come later; these are needed now
            owner.__qualname__ = qualname
            setattr(owner, "__dataclass_fields__", fields)  # noqa: B010 - an error to type checkers
        self.apply(owner)


def arrives_by_value(cls: type) -> bool:
    """Return whether a class is not being defined, but made from attributes that are there already or come later."""
    if layout_of(cls) is not None:
        return True
    name = cls.__name__
    return any(f.f_code.co_name == _MAKES_EMPTY_CLASS and f.f_locals.get("name") == name for f in _frames())


def _frames() -> Iterator[FrameType]:
    frame = inspect.currentframe()
    while frame is not None:
        yield frame
        frame = frame.f_back


def _pickle_by_name(value: object, name: str) -> None:
    """Have a constant of `dataclasses` arrive as itself, not as a second object that nothing is identical to."""

    def reduced(_: object) -> str:
        return name

    copyreg.pickle(type(value), reduced)


_pickle_by_name(dataclasses.MISSING, "MISSING")
_pickle_by_name(cast("Any", dataclasses)._HAS_DEFAULT_FACTORY, "_HAS_DEFAULT_FACTORY")
