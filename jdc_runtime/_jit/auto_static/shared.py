"""A function wrapped twice is compiled once, as with `jax.jit`: what it was wrapped as before is taken again.

It belongs to the function, in an attribute, so that a function and its programs are freed together. Other callables
have no place for it; theirs are shared for as long as a wrapped one is alive.
"""

from __future__ import annotations

import weakref
from types import FunctionType, MethodType
from typing import TYPE_CHECKING, Any, Final

from .atoms import JITTED
from .code import PROGRAMS
from .stand_in_names import add
from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

    from .separated import Separated


class Programs:
    """The wrapped forms of a function, by wrapper and options. Copies and pickles of the attribute hold nothing."""

    def __init__(self, owner: Any = None) -> None:
        self._owner: Any = None if owner is None else weakref.ref(owner)
        self.known: dict[Hashable, Separated] = {}

    def belongs_to(self, fun: object) -> bool:
        """Return whether these are of a function, and not of one whose attributes `functools.wraps` took over."""
        return self._owner is not None and self._owner() is fun

    def __reduce__(self) -> tuple[type[Programs], tuple[()]]:
        """Return how an empty one is made."""
        return Programs, ()


_alive: Final[weakref.WeakValueDictionary[Hashable, Separated]] = weakref.WeakValueDictionary()


def shared(fun: Any, key: Hashable, make: Callable[[], Separated]) -> Separated:
    """Return what the function was wrapped as with this wrapper and these options, else make it."""
    cls = class_of(fun)
    if issubclass(cls, FunctionType | JITTED):
        attributes: dict[str, Any] = fun.__dict__
        programs: Programs | None = attributes.get(PROGRAMS)
        if programs is None or not programs.belongs_to(fun):
            programs = Programs(fun)
            attributes[PROGRAMS] = programs
        return programs.known.get(key) or add(programs.known, key, make())
    same = (id(fun.__self__), id(fun.__func__)) if cls is MethodType else id(fun)
    separated = _alive.get((same, key))
    if separated is None:  # held by those who call it, with the function, whose id is not used again meanwhile
        separated = _alive.setdefault((same, key), make())
    return separated
