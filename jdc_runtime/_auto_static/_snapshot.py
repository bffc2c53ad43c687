"""What a static value is compared by, so that a change in place between two calls is noticed.

Two values stand for each other when their classes, their states and their ``==`` all say so. The state is read
deeply and kept as immutable values: what is in containers and attributes, and what pickling would keep.
"""

from __future__ import annotations

import functools
import pathlib
from collections.abc import Hashable
from enum import Enum
from typing import Any, Final, cast

import jax
import numpy as np

from ._arrays import array_content, dtype_content, numpy_content
from ._atoms import SIMPLE, Identity, is_atom
from ._kinds import class_of
from ._views import VIEWS, parts_of


class TracerFoundError(TypeError):
    """A static value holds a tracer."""

    def __init__(self, tracer: object) -> None:
        self.found = f"a tracer, {cast('Any', tracer).aval}"
        super().__init__(self.found)


_TRACER: Final[Any] = cast("Any", jax).core.Tracer
_DEFAULT_REDUCE: Final[Any] = (object.__reduce_ex__, object.__reduce__)
# Any: each is asked for its own method of a value, whatever a subclass overrides
_DICT: Final[Any] = dict
_COLLECTIONS: Final[tuple[Any, ...]] = (list, tuple, set, frozenset)
_VALUES: Final[tuple[Any, ...]] = (str, bytes, bytearray, int, float, complex)
_NUMBERS: Final = (float, complex)
_PATHS: Final = (pathlib.PurePosixPath, pathlib.PureWindowsPath, pathlib.PosixPath, pathlib.WindowsPath)
_BUILTIN: Final[frozenset[type]] = frozenset((*_VALUES, *_COLLECTIONS, dict, np.ndarray))


def is_fixed(cls: type) -> bool:
    """Whether objects of a class cannot change."""
    return is_atom(cls) or cls in _NUMBERS or cls in _PATHS or issubclass(cls, Enum | type | np.dtype)


def snapshot(value: object) -> Hashable:
    """Return what a static value is compared by; it does not change when the value does.

    Raises:
        TracerFoundError: there is a tracer in it.

    """
    return Reader().read(value)


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


class Reader:
    """Reads values; an object met again is named by when it was met first, which ends cycles and tells who shares it.

    Args:
        caches: whether what `functools.cached_property` stored is part of the state; never in a frozen dataclass.

    """

    def __init__(self, *, caches: bool = True) -> None:
        self._caches = caches
        # with the objects, so that none is freed and its id used again meanwhile
        self.met: dict[int, tuple[int, object]] = {}
        self.identities: list[object] = []
        """Those met that have nothing but their identity."""

    def read(self, value: Any) -> Hashable:
        """Return what a value is compared by."""
        cls = class_of(value)
        if cls in SIMPLE:
            return (cls, value)
        if (fixed := self._fixed(cls, value)) is not None:
            return fixed
        if id(value) in self.met:
            return ("met before", self.met[id(value)][0])
        self.met[id(value)] = (len(self.met), value)
        return (cls, *self._object(cls, value))

    def _fixed(self, cls: type[Any], value: Any) -> Hashable:
        """Return what a value that cannot change is compared by, else None."""
        if cls in _NUMBERS:
            return (cls, repr(value))  # tells -0.0 from 0.0, and finds NaN again
        if is_atom(cls) or issubclass(cls, Enum | type):
            self.identities.append(value)
            return (cls, Identity(value))
        if isinstance(value, _TRACER):
            raise TracerFoundError(value)
        if isinstance(value, jax.Array):
            return array_content(value)
        if cls in _PATHS:
            return (cls, str(value))
        return dtype_content(value, self.read) if issubclass(cls, np.dtype) else None

    def _object(self, cls: type[Any], value: Any) -> tuple[Hashable, ...]:
        bound = parts_of(cls, value)
        if bound is not None:
            return (self.read(bound),)
        if cls in _BUILTIN:
            return (self._content(cls, value),)
        compared = _Compared(value)  # first, since some keep their hash as an attribute
        content = self._content(cls, value)
        state = self._state(cls, value)
        reduced = self._reduced(cls, value) if content is None else None
        if content is state is reduced is None and cast("Any", cls).__eq__ is object.__eq__:
            self.identities.append(value)
        return (content, self.read(state), reduced, compared)

    def _state(self, cls: type[Any], value: Any) -> Any:
        """Return the attributes, without what `functools.cached_property` derived from those that cannot change."""
        state: Any = object.__getstate__(value)
        frozen = getattr(getattr(cls, "__dataclass_params__", None), "frozen", False)
        if class_of(state) is not dict or (self._caches and not frozen):
            return state
        return {
            name: item
            for name, item in state.items()
            if class_of(getattr(cls, name, None)) is not functools.cached_property
        }

    def _content(self, cls: type[Any], value: Any) -> Hashable:
        """Return what a container or a value of a built-in class, or of a subclass, holds."""
        if issubclass(cls, dict):
            return tuple((self.read(key), self.read(item)) for key, item in _DICT.items(value))
        for collection in _COLLECTIONS:  # sets in their own order, which a function may see
            if issubclass(cls, collection):
                return tuple(map(self.read, collection.__iter__(value)))
        if cls in VIEWS:
            return tuple(map(self.read, value))
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
