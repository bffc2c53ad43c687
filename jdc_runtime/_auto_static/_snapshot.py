"""What a static value is compared by, so that a change in place between two calls is noticed.

Two values stand for each other when their classes, their states and their ``==`` all say so. The state is read
deeply and kept as immutable values: what is in containers and attributes, and what pickling would keep.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable, Iterable
from enum import Enum
from types import BuiltinFunctionType, EllipsisType, FunctionType, MethodType, ModuleType, NoneType, NotImplementedType
from typing import Any, Final, cast

import jax
import numpy as np

from ._arrays import array_content, numpy_content


class TracerFoundError(TypeError):
    """A static value holds a tracer."""

    def __init__(self, tracer: object) -> None:
        super().__init__(f"a static value holds the tracer {tracer}")
        self.tracer = tracer


_ATOMS: Final = frozenset(
    (str, bytes, int, bool, NoneType, EllipsisType, NotImplementedType, FunctionType, ModuleType, type)
)
_ATOMIC_BASES: Final = (Enum, np.dtype, type(jax.jit(len)))
_VALUES: Final = (str, bytes, bytearray, int, float, complex)
_BUILTIN: Final = frozenset((*_VALUES, dict, list, tuple, set, frozenset))


def is_atom(cls: type) -> bool:
    """Whether objects of a class cannot change and can be compared directly, given that the class is the same."""
    if cls in _ATOMS or issubclass(cls, _ATOMIC_BASES):
        return True
    return issubclass(cls, type) and cls.__eq__ is type.__eq__


def snapshot(value: object) -> Hashable:
    """Return what a static value is compared by; it does not change when the value does.

    Raises:
        TracerFoundError: there is a tracer in it.

    """
    return _Reader().read(value)


class _Compared:
    """Compares by identity or ``==``; any answer but True, or an exception, counts as different."""

    __slots__ = ("_hash", "_value")

    def __init__(self, value: object) -> None:
        self._value = value
        try:
            self._hash = hash(value)
        except Exception:  # unhashable, or deep inside
            self._hash = hash(type(value))

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, _Compared):
            return False
        if self._value is other._value:
            return True
        try:
            answer: object = self._value == other._value
        except Exception:
            return False
        return answer is True or (isinstance(answer, np.bool_) and bool(answer))


class _Reader:
    """Reads one value; an object met again is named by when it was met first, which ends cycles."""

    def __init__(self) -> None:
        # with the objects, so that none is freed and its id used again meanwhile
        self._met: dict[int, tuple[int, object]] = {}

    def read(self, value: Any) -> Hashable:
        cls = type(value)
        if is_atom(cls):
            return (cls, value)
        if cls is float or cls is complex:
            return (cls, repr(value))  # tells -0.0 from 0.0, and finds NaN again
        if isinstance(value, jax.core.Tracer):
            raise TracerFoundError(value)
        if isinstance(value, jax.Array):
            return array_content(value)
        if id(value) in self._met:
            return ("met before", self._met[id(value)][0])
        self._met[id(value)] = (len(self._met), value)
        if isinstance(value, MethodType):
            return (cls, self.read(value.__func__), self.read(value.__self__))
        if cls is BuiltinFunctionType:
            return (cls, value.__qualname__, self.read(value.__self__))
        if cls is functools.partial:
            return (cls, self.read([value.func, value.args, value.keywords, vars(value)]))
        content = self._content(value)
        if cls in _BUILTIN or cls is np.ndarray:
            return (cls, content)
        reduced = self._reduced(value) if content is None else None
        return (cls, content, self.read(object.__getstate__(value)), reduced, _Compared(value))

    def _content(self, value: Any) -> Hashable:
        """Return what a container or a value of a built-in class, or of a subclass, holds."""
        if isinstance(value, dict):
            items = cast("Iterable[tuple[Any, Any]]", dict.items(cast("dict[Any, Any]", value)))
            return tuple((self.read(key), self.read(item)) for key, item in items)
        for sequence in (list, tuple):
            if isinstance(value, sequence):
                return tuple(map(self.read, sequence.__iter__(value)))
        for collection in (set, frozenset):
            if isinstance(value, collection):
                return frozenset(map(self.read, collection.__iter__(value)))
        if isinstance(value, np.ndarray | np.generic):
            return numpy_content(value, self.read)
        return next((plain.__repr__(value) for plain in _VALUES if isinstance(value, plain)), None)

    def _reduced(self, value: object) -> Hashable:
        """Return the state that a class gives to pickle by a method of its own, as classes written in C do."""
        cls = type(value)
        if cls.__reduce_ex__ is object.__reduce_ex__ and cls.__reduce__ is object.__reduce__:
            return None
        try:
            _, *parts = cast("tuple[Any, ...]", value.__reduce_ex__(4))
            parts[2:4] = (part if part is None else list(part) for part in parts[2:4])
        except Exception:  # has no state to pickle, such as a lock or a file
            return None
        return self.read(parts)
