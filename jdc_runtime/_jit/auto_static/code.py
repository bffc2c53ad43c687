"""What functions, classes, modules and enum members hold: variables of enclosing functions, defaults, attributes.

They are compared by identity, and besides by what they hold as far as that is plain data: numbers, text, containers,
NumPy arrays and dataclasses of such. Other objects that they refer to, such as a trainer that counts its steps, are
compared by identity.
"""

from __future__ import annotations

import functools
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from .atoms import JITTED
from .libraries import is_library
from .snapshot import Node, Reader
from .traced_leaves import attributes_of, class_of
from .unchangeable import is_fixed, is_settled

if TYPE_CHECKING:
    from collections.abc import Iterable

PROGRAMS: Final = "__jdc_programs__"
"""The attribute of a function where what it is wrapped as is kept."""

_PLAIN: Final[frozenset[type]] = frozenset(
    (
        *(dict, list, tuple, set, frozenset, bytearray, deque, OrderedDict, defaultdict, Counter),
        *(SimpleNamespace, MappingProxyType, functools.partial, MethodType, BuiltinFunctionType),
    )
)
_MOST_BYTES: Final = 2**20
CODE: Final = (FunctionType, type, ModuleType, JITTED)
_READ: Final = (FunctionType, type, JITTED)
_OWN_NAMES: Final = frozenset(("_value_", "_name_", "__objclass__", "_sort_order_"))
_LAZY: Final = ("__annotate__", "__annotate_func__")
_TUPLE: Final[Any] = tuple
_UNSET: Final = object()


class Seen:
    """Compares by identity, without keeping the object alive where that can be."""

    __slots__ = ("_hash", "_refer")

    def __init__(self, value: object) -> None:
        self._hash = id(value)
        try:
            self._refer: Any = weakref.ref(value)
        except TypeError:
            self._refer = lambda: value

    def __hash__(self) -> int:
        return self._hash

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Seen) or self._hash != other._hash:
            return False
        value = self._refer()
        return value is not None and value is other._refer()


def held_by(code: Any) -> list[Any] | None:
    """Return what a function, class, module or enum member holds, None if that cannot change."""
    cls = class_of(code)
    if issubclass(cls, FunctionType):
        return _held_by_function(code)
    if issubclass(cls, type):
        bases = () if issubclass(code, Enum) else tuple(_own_bases(code))
        return [_data(attributes_of(base)) for base in bases] if bases else None
    if issubclass(cls, ModuleType):
        return None if is_library(code.__name__) else [_data(vars(code))]
    if issubclass(cls, Enum):
        attributes: dict[str, Any] = code.__dict__
        held = [code._value_, *(item for name, item in attributes.items() if name not in _OWN_NAMES)]
        return None if is_settled(held) else held
    return [getattr(code, "__wrapped__", None)] if issubclass(cls, JITTED) else None


def looked_at(code: Any) -> list[Any]:
    """Return the names and values in which `held_by` looks, faster than it does."""
    cls = class_of(code)
    if issubclass(cls, type):
        found = map(attributes_of, _own_bases(code))
        return [item for attributes in found for part in (attributes, attributes.values()) for item in part]
    attributes: dict[str, Any] = code.__dict__
    held = [*attributes, *attributes.values()]
    if issubclass(cls, FunctionType):
        keywords: dict[str, Any] = code.__kwdefaults__ or {}
        held += [*_cells(code), code.__defaults__, *keywords.values()]
    return held


def is_still(code: Any, values: Iterable[Any]) -> bool:
    """Return whether values that code holds are the same as long as they are the same objects."""
    is_function = issubclass(class_of(code), FunctionType)
    waiting = [value for value in values if is_function or _is_data(value)]
    while waiting:
        value = waiting.pop()
        cls = class_of(value)
        if cls is frozenset or issubclass(cls, _TUPLE):
            waiting += value
        elif issubclass(cls, CODE):
            if not issubclass(cls, ModuleType) and held_by(value) is not None:
                return False
        elif not is_fixed(cls) and _is_plain(cls, value):
            return False
    return True


def _held_by_function(function: FunctionType) -> list[Any] | None:
    attributes = vars(function)
    if attributes:
        attributes = {name: item for name, item in attributes.items() if name != PROGRAMS}
    if is_library(function.__globals__.get("__name__", "")):
        return [attributes["__wrapped__"]] if "__wrapped__" in attributes else None
    defaults = [*(function.__defaults__ or ()), *(function.__kwdefaults__ or {}).values()]
    if function.__closure__ is None and not attributes and is_settled(defaults):
        return None
    return [*_cells(function), *defaults, attributes or None]


def _cells(function: FunctionType) -> list[Any]:
    try:
        return [cell.cell_contents for cell in function.__closure__ or ()]
    except ValueError:  # one is not assigned yet
        return [_UNSET]


def _own_bases(cls: type) -> list[type]:
    return [base for base in cls.__mro__ if not is_library(base.__module__)]


def _data(attributes: Any) -> dict[str, Any]:
    """Return the attributes of a class or a module, with `Seen` for functions and the like."""
    return {
        name: item if _is_data(item) else Seen(item)
        for name, item in dict(attributes).items()
        if not name.startswith("__") or (class_of(item) is FunctionType and name not in _LAZY)
    }


def _is_data(value: Any) -> bool:
    cls = class_of(value)
    return not issubclass(cls, CODE) and not hasattr(cls, "__get__")


class CodeReader(Reader):
    """Reads what functions, classes and modules hold, other objects by identity."""

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        if cls is Seen:
            return value, []
        if hasattr(cls, "aval") and isinstance(value, jax.Array):  # a tracer too, which a function may well refer to
            return Seen(value), []
        if issubclass(cls, _READ) and held_by(value) is not None:
            return None
        return super().fixed(cls, value)

    def node(self, cls: type[Any], value: Any) -> Node:
        """See `Reader.node`."""
        if issubclass(cls, _READ):
            return Seen(value), held_by(value) or []
        return super().node(cls, value) if _is_plain(cls, value) else (Seen(value), [])


def _is_plain(cls: type[Any], value: Any) -> bool:
    if issubclass(cls, np.ndarray):
        return bool(value.nbytes <= _MOST_BYTES)
    return cls in _PLAIN or issubclass(cls, tuple | np.generic) or hasattr(cls, "__dataclass_fields__")


class BoundReader(Reader):
    """Reads what a callable is bound to, deeply; arrays of JAX, which never change, by identity."""

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        is_array = hasattr(cls, "aval") and isinstance(value, jax.Array)
        return (Seen(value), []) if is_array else super().fixed(cls, value)
