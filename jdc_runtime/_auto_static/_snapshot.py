"""What a static value is compared by, so that a change in place between two calls is noticed.

Two values stand for each other when their classes, their states and their ``==`` all say so. The state is read
deeply and kept as immutable values: what is in containers and attributes, and what pickling would keep.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from enum import Enum
from types import (
    BuiltinFunctionType,
    EllipsisType,
    FunctionType,
    MethodType,
    ModuleType,
    NoneType,
    NotImplementedType,
)
from typing import Any, Final, cast

import jax
import numpy as np

from ._arrays import array_content, numpy_content
from ._kinds import class_of


class TracerFoundError(TypeError):
    """A static value holds a tracer."""

    def __init__(self, tracer: object) -> None:
        self.found = f"a tracer, {cast('Any', tracer).aval}"
        super().__init__(self.found)


_ATOMS: Final[frozenset[type]] = frozenset(
    (str, bytes, int, bool, NoneType, EllipsisType, NotImplementedType, FunctionType, ModuleType, type)
)
_ATOMIC_BASES: Final[tuple[type[Any], ...]] = (Enum, np.dtype, class_of(cast("Any", jax).jit(len)))
_TRACER: Final[Any] = cast("Any", jax).core.Tracer
_DEFAULT_REDUCE: Final[Any] = (object.__reduce_ex__, object.__reduce__)
# Any: each is asked for its own method of a value, whatever a subclass overrides
_DICT: Final[Any] = dict
_COLLECTIONS: Final[tuple[Any, ...]] = (list, tuple, set, frozenset)
_VALUES: Final[tuple[Any, ...]] = (str, bytes, bytearray, int, float, complex)
_BUILTIN: Final[frozenset[type]] = frozenset((*_VALUES, *_COLLECTIONS, dict, np.ndarray))


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
            answer: Any = cast("Any", self._value) == other._value
        except Exception:
            return False
        return issubclass(class_of(answer), bool | np.bool_) and bool(answer)


class _Reader:
    """Reads one value; an object met again is named by when it was met first, which ends cycles."""

    def __init__(self) -> None:
        # with the objects, so that none is freed and its id used again meanwhile
        self._met: dict[int, tuple[int, object]] = {}

    def read(self, value: Any) -> Hashable:
        cls = class_of(value)
        if is_atom(cls):
            return (cls, value)
        if cls is float or cls is complex:
            return (cls, repr(value))  # tells -0.0 from 0.0, and finds NaN again
        if isinstance(value, _TRACER):
            raise TracerFoundError(value)
        if isinstance(value, jax.Array):
            return array_content(value)
        if id(value) in self._met:
            return ("met before", self._met[id(value)][0])
        self._met[id(value)] = (len(self._met), value)
        return (cls, *self._object(cls, value))

    def _object(self, cls: type[Any], value: Any) -> tuple[Hashable, ...]:
        bound = _bound(cls, value)
        if bound is not None:
            return (self.read(bound),)
        content = self._content(cls, value)
        if cls in _BUILTIN:
            return (content,)
        reduced = self._reduced(cls, value) if content is None else None
        return (content, self.read(object.__getstate__(value)), reduced, _Compared(value))

    def _content(self, cls: type[Any], value: Any) -> Hashable:
        """Return what a container or a value of a built-in class, or of a subclass, holds."""
        if issubclass(cls, dict):
            return tuple((self.read(key), self.read(item)) for key, item in _DICT.items(value))
        for collection in _COLLECTIONS:  # sets in their own order, which a function may see
            if issubclass(cls, collection):
                return tuple(map(self.read, collection.__iter__(value)))
        if issubclass(cls, np.ndarray | np.generic):
            return numpy_content(value, self.read)
        return next((plain.__repr__(value) for plain in _VALUES if issubclass(cls, plain)), None)

    def _reduced(self, cls: type[Any], value: Any) -> Hashable:
        """Return the state that a class gives to pickle by a method of its own, as classes written in C do."""
        if (cls.__reduce_ex__, cls.__reduce__) == _DEFAULT_REDUCE:
            return None
        try:
            _, *parts = value.__reduce_ex__(4)
            parts[2:4] = (part if part is None else list(part) for part in parts[2:4])
        except Exception:  # has no state to pickle, such as a lock or a file
            return None
        return self.read(parts)


def _bound(cls: type[Any], value: Any) -> list[Any] | None:
    """Return what a callable that binds others is made of; two are alike where their parts are."""
    if cls is functools.partial:
        return [value.func, value.args, value.keywords, vars(value)]
    if cls is MethodType:
        return [value.__func__, value.__self__]
    return [value.__qualname__, value.__self__] if cls is BuiltinFunctionType else None
