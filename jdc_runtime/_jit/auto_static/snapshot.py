"""Snapshots by which static values are compared, so that a change in place between two calls is noticed.

Two values stand for each other when their classes, their states and their ``==`` all say so. The state is read
deeply, and kept as one flat tuple of immutable values: depth costs no recursion, neither here nor when two are
compared.
"""

from __future__ import annotations

import functools
from collections.abc import Hashable
from enum import Enum
from types import FunctionType
from typing import Any, Final, cast

import jax
import numpy as np

from .arrays import array_content, dtype_parts, numpy_parts
from .atoms import NUMBERS, PATHS, SIMPLE, Identity, is_atom
from .pickled import pickled_parts
from .shown_state import shown_parts
from .traced_leaves import class_of
from .unchangeable import is_settled
from .views import VIEWS, parts_of


class TracerFoundError(TypeError):
    """A static value holds a tracer."""

    def __init__(self, tracer: object) -> None:
        self.found = f"a tracer, {cast('Any', tracer).aval}"
        super().__init__(self.found)


_TRACER: Final[Any] = cast("Any", jax).core.Tracer
# Any: each is asked for its own method of a value, whatever a subclass overrides
_DICT: Final[Any] = dict
_COLLECTIONS: Final[tuple[Any, ...]] = (list, tuple, set, frozenset)
_VALUES: Final[tuple[Any, ...]] = (str, bytes, bytearray, int, float, complex)
_STRINGS: Final = {str}
_CODE: Final = (FunctionType, Enum, type)
_NUMPY: Final = (np.ndarray, np.generic)
_CONTAINERS_OF_CLASSES: Final = (dict, *_COLLECTIONS)
_CONTAINERS: Final[frozenset[type]] = frozenset(_CONTAINERS_OF_CLASSES)
_HOLDING: Final = (*_CONTAINERS_OF_CLASSES, *_NUMPY, *_VALUES)
_BUILTIN: Final[frozenset[type]] = frozenset((*_VALUES, *_COLLECTIONS, dict, np.ndarray))
_NO_PARTS: Final[list[Any]] = []

Node = tuple[Hashable, list[Any]]
"""The part by which an object itself is compared, and the values in it that are still to be read."""


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


def _inside(value: Any) -> Node:
    """Return what is in a container, whatever its class overrides."""
    cls = class_of(value)
    if issubclass(cls, dict):
        if set(map(type, _DICT.keys(value))) <= _STRINGS:
            return tuple(_DICT.keys(value)), list(_DICT.values(value))
        return None, [part for item in _DICT.items(value) for part in item]
    # sets in their own order, which a function may see
    return None, next(list(base.__iter__(value)) for base in _COLLECTIONS if issubclass(cls, base))


class Reader:
    """Reads values; an object met again is named by when it was met first, which ends cycles and tells who shares it.

    Args:
        caches: whether what `functools.cached_property` stored is part of the state; in a frozen dataclass it never
            is, where all else in it cannot change.

    """

    def __init__(self, *, caches: bool = True) -> None:
        self._caches = caches
        # with the objects, so that none is freed and its id used again meanwhile
        self.met: dict[int, tuple[int, object]] = {}
        self.identities: list[object] = []
        """Those met that have nothing but their identity."""
        self.codes: dict[int, object] = {}
        """Functions, classes, modules and enum members met: compared by identity, though they hold data."""
        self.arrays: list[np.ndarray[Any, Any]] = []

    def read(self, value: Any) -> Hashable:
        """Return what a value is compared by."""
        taken: list[Any] = []
        waiting: list[Any] = [value]
        while waiting:
            item = waiting.pop()
            cls = class_of(item)
            if cls in SIMPLE:
                taken.append(cls)
                taken.append(item)
                continue
            if cls in NUMBERS:
                taken.append(cls)
                taken.append(repr(item))  # tells -0.0 from 0.0, and finds NaN again
                continue
            node = None if cls in _CONTAINERS else self.fixed(cls, item)
            if node is None:
                if id(item) in self.met:
                    taken.append(("met before", self.met[id(item)][0]))
                    continue
                self.met[id(item)] = (len(self.met), item)
                node = _inside(item) if cls in _CONTAINERS else self.node(cls, item)
            own, parts = node
            taken.append((cls, own, len(parts)))
            waiting += reversed(parts)
        return tuple(taken)

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """Return the node of a value that cannot change, else None."""
        if is_atom(cls) or issubclass(cls, _CODE):
            self.identities.append(value)
            self.codes[id(value)] = value
            return Identity(value), _NO_PARTS
        if hasattr(cls, "aval"):  # else jax.Array, which is slow to ask, need not be asked
            if isinstance(value, _TRACER):
                raise TracerFoundError(value)
            if isinstance(value, jax.Array):
                return array_content(value), _NO_PARTS
        if cls in PATHS:
            return str(value), _NO_PARTS
        return dtype_parts(value) if issubclass(cls, np.dtype) else None

    def node(self, cls: type[Any], value: Any) -> Node:
        """Return what an object is compared by, and what is to be read in it."""
        bound = parts_of(cls, value)
        if bound is not None:
            return None, bound
        if cls in _BUILTIN:
            return self._content(cls, value) or (None, _NO_PARTS)
        self.codes[id(cls)] = cls  # its attributes are those of the object
        compared = _Compared(value)  # first, since some keep their hash as an attribute
        content = self._content(cls, value)
        state = self._state(cls, value)
        reduced = pickled_parts(cls, value, snapshot, is_container=content is not None)
        if content is None and state is None and reduced is None:
            reduced = shown_parts(value, snapshot)
        if content is state is reduced is None and cast("Any", cls).__eq__ is object.__eq__:
            self.identities.append(value)
        own, items = content or (None, _NO_PARTS)
        return (own, len(items), reduced is None, compared), [*items, state, *(reduced or ())]

    def _state(self, cls: type[Any], value: Any) -> Any:
        """Return the attributes, without what `functools.cached_property` derived from those that cannot change."""
        state: Any = object.__getstate__(value)
        frozen = getattr(getattr(cls, "__dataclass_params__", None), "frozen", False)
        if class_of(state) is not dict or (self._caches and not frozen):
            return state
        own = {
            name: item
            for name, item in state.items()
            if class_of(getattr(cls, name, None)) is not functools.cached_property
        }
        return own if not self._caches or len(own) == len(state) or is_settled(own.values()) else state

    def _content(self, cls: type[Any], value: Any) -> Node | None:
        """Return what a container or a value of a built-in class, or of a subclass, holds."""
        if cls in VIEWS:
            return None, list(value)
        if not issubclass(cls, _HOLDING):
            return None
        if issubclass(cls, _CONTAINERS_OF_CLASSES):
            return _inside(value)
        if issubclass(cls, _NUMPY):
            if issubclass(cls, np.ndarray):
                self.arrays.append(value)
            return numpy_parts(value)
        return next(((plain.__repr__(value), _NO_PARTS) for plain in _VALUES if issubclass(cls, plain)), None)
