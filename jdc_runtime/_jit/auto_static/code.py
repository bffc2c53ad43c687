"""The objects that functions, classes, modules and enum members hold: closure variables, defaults, attributes.

They are compared by identity, and besides by what they hold as far as that is plain data: numbers, text, containers,
NumPy arrays and dataclasses of such. Other objects that they refer to, such as a trainer that counts its steps, are
compared by identity, and by what their class holds.
"""

from __future__ import annotations

import functools
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum
from types import (
    BuiltinFunctionType,
    CellType,
    FunctionType,
    MappingProxyType,
    MethodType,
    ModuleType,
    SimpleNamespace,
)
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from .atoms import JITTED
from .libraries import is_library
from .methods import functions_in, is_method
from .snapshot import Node, Reader
from .traced_leaves import attributes_of, class_of
from .unchangeable import is_settled

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

PROGRAMS: Final = "__jdc_programs__"
"""The attribute of a function where what it is wrapped as is kept."""

_PLAIN: Final[frozenset[type]] = frozenset(
    (
        *(dict, list, tuple, set, frozenset, bytearray, deque, OrderedDict, defaultdict, Counter),
        *(SimpleNamespace, MappingProxyType, functools.partial, MethodType, BuiltinFunctionType),
    )
)
_MOST_BYTES: Final = 2**20
CODE: Final = (FunctionType, type, Enum, JITTED)
"""The classes of what is read, where a function refers to it."""
_OWN_NAMES: Final = frozenset(("_value_", "_name_", "__objclass__", "_sort_order_"))
_OF_LIBRARIES: Final = ("__wrapped__", "registry")
"""The attributes of functions from libraries, such as `functools.singledispatch`, that have functions of others."""
_UNSET: Final = object()
"""Stands for the content of a cell that is not assigned yet."""


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
        return _held_by_enum(code) if issubclass(code, Enum) else _held_by_class(code)
    if issubclass(cls, ModuleType):
        return None if is_library(code.__name__) else _held_by_module(code)
    if issubclass(cls, Enum):
        held = _held_by_member(code)
        return None if is_settled(held) and held_by(cls) is None else [*held, cls]
    return [getattr(code, "__wrapped__", None)] if issubclass(cls, JITTED) else None


def own_bases(cls: type) -> list[type]:
    """Return the classes whose attributes a class and its objects have, but for those of libraries."""
    return [base for base in (*cls.__mro__, *class_of(cls).__mro__) if not is_library(base.__module__)]


def _held_by_function(function: FunctionType) -> list[Any] | None:
    attributes = vars(function)
    if attributes:
        attributes = {name: item for name, item in attributes.items() if name != PROGRAMS}
    if is_library(function.__globals__.get("__name__", "")):
        return [attributes[name] for name in _OF_LIBRARIES if name in attributes] or None
    keywords: dict[str, Any] = function.__kwdefaults__ or {}
    held = [*(function.__defaults__ or ()), *_flat(keywords), *_flat(attributes)]
    if function.__closure__ is None and not held:
        return None
    return [*contents(function.__closure__ or ()), *held]


def contents(cells: Collection[CellType]) -> list[Any]:
    """Return what is in cells, the variables of enclosing functions."""
    try:
        return [cell.cell_contents for cell in cells]
    except ValueError:  # one is not assigned yet
        return [_content(cell) for cell in cells]


def _content(cell: CellType) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return _UNSET


def _held_by_class(cls: type) -> list[Any] | None:
    bases = own_bases(cls)
    return [item for base in bases for item in _flat(_state(attributes_of(base)))] if bases else None


def _held_by_enum(cls: type[Enum]) -> list[Any] | None:
    """Return what the members and the methods hold; other attributes are not looked for if none of it can change."""
    members: Mapping[str, Enum] = cls.__members__
    attributes = [
        item
        for base in own_bases(cls)
        for name, item in _state(attributes_of(base)).items()
        if name not in members and (not _is_sunder(name) or is_method(item))
    ]
    held = [part for member in members.values() for part in _held_by_member(member)]
    return [*held, *attributes] if any(map(_can_change, attributes)) or not is_settled(held) else None


def _held_by_member(member: Enum) -> list[Any]:
    attributes: Mapping[str, Any] = member.__dict__
    return [member._value_, *(item for name, item in attributes.items() if name not in _OWN_NAMES)]


def _can_change(item: Any) -> bool:
    cls = class_of(item)
    if issubclass(cls, FunctionType | JITTED):
        return held_by(item) is not None
    return any(map(_can_change, functions_in(cls, item))) if is_method(item) else not is_settled([item])


def _held_by_module(module: ModuleType) -> list[Any]:
    """Return the attributes, with `Seen` for what comes from other modules."""
    return _flat(
        {name: item if _is_part(module, item) else Seen(item) for name, item in _state(vars(module)).items()}
    )


def _is_part(module: ModuleType, item: Any) -> bool:
    return not issubclass(class_of(item), FunctionType | type) or getattr(item, "__module__", None) == module.__name__


def _is_sunder(name: str) -> bool:
    return name.startswith("_") and name.endswith("_")


def _state(attributes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the attributes of a class or a module, without what Python keeps there."""
    return {
        name: item for name, item in dict(attributes).items() if not name.startswith("__") or is_method(item, name)
    }


def _flat(attributes: Mapping[str, Any]) -> list[Any]:
    return [tuple(attributes), *attributes.values()] if attributes else []


class CodeReader(Reader):
    """Reads what functions, classes, modules and enum members hold, other objects by identity.

    Args:
        deep: whether functions, classes and enum members that are referred to are read too, or noted in ``codes``.

    """

    def __init__(self, *, deep: bool = True) -> None:
        super().__init__()
        self._deep = deep
        self._held: dict[int, list[Any]] = {}

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        if cls is Seen:
            return value, []
        if is_array(cls, value):  # a tracer too, which a function may well refer to
            return Seen(value), []
        if not issubclass(cls, CODE):
            return super().fixed(cls, value)
        if self._deep:
            held = self._held.get(id(value)) or held_by(value)
            if held is not None:
                self._held[id(value)] = held
                return None
        self.codes[id(value)] = value
        return Seen(value), []

    def node(self, cls: type[Any], value: Any) -> Node:
        """See `Reader.node`."""
        if issubclass(cls, CODE):
            return Seen(value), self._held[id(value)]
        if not is_plain(cls, value):
            return Seen(value), [*functions_in(cls, value), cls]
        own, parts = super().node(cls, value)
        return own, parts if is_library(cls.__module__) else [*parts, cls]


def is_array(cls: type[Any], value: Any) -> bool:
    """Return whether a value is an array of JAX, which never changes; or a tracer."""
    return hasattr(cls, "aval") and isinstance(value, jax.Array)


def is_plain(cls: type[Any], value: Any) -> bool:
    """Return whether a value is read where code refers to it, and not compared by identity."""
    if issubclass(cls, np.ndarray):
        return bool(value.nbytes <= _MOST_BYTES)
    return cls in _PLAIN or issubclass(cls, tuple | np.generic) or hasattr(cls, "__dataclass_fields__")


class BoundReader(Reader):
    """Reads what a callable is bound to, deeply; arrays of JAX, which never change, by identity."""

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        return (Seen(value), []) if is_array(cls, value) else super().fixed(cls, value)
