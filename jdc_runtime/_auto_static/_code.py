"""What functions, classes, modules and enum members hold: variables of enclosing functions, defaults, attributes.

They are compared by identity, and besides by what they hold as far as that is plain data: numbers, text, containers,
NumPy arrays and dataclasses of such. Other objects that they refer to, such as a trainer that counts its steps, are
compared by identity.
"""

from __future__ import annotations

import functools
import sys
import weakref
from collections import Counter, OrderedDict, defaultdict, deque
from enum import Enum
from types import BuiltinFunctionType, FunctionType, MappingProxyType, MethodType, ModuleType, SimpleNamespace
from typing import Any, Final, cast

import jax
import numpy as np

from ._atoms import JITTED
from ._kinds import class_of
from ._settled import is_settled
from ._snapshot import Node, Reader

LIBRARIES: Final = sys.stdlib_module_names | {
    *("chex", "diffrax", "equinox", "flax", "haiku", "jax", "jaxlib", "jaxtyping", "jdc_runtime", "ml_dtypes"),
    *("numpy", "optax", "orbax", "scipy"),
}
"""Packages whose functions and classes hold nothing that a program changes."""

PROGRAMS: Final = "__jdc_programs__"
"""The attribute of a function where what it is wrapped as is kept."""

_PLAIN: Final[frozenset[type]] = frozenset(
    (
        *(dict, list, tuple, set, frozenset, bytearray, deque, OrderedDict, defaultdict, Counter),
        *(SimpleNamespace, MappingProxyType, functools.partial, MethodType, BuiltinFunctionType),
    )
)
_MOST_BYTES: Final = 2**20
_CODE: Final = (FunctionType, type, ModuleType, JITTED)
_OWN_NAMES: Final = frozenset(("_value_", "_name_", "__objclass__", "_sort_order_"))
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
    if isinstance(code, FunctionType):
        return _held_by_function(code)
    if isinstance(code, ModuleType):
        return None if _is_library(code.__name__) else [_data(vars(code))]
    if isinstance(code, type):
        bases = [base for base in code.__mro__ if not _is_library(base.__module__)]
        return [_data(vars(base)) for base in bases] if bases and not issubclass(code, Enum) else None
    if isinstance(code, Enum):
        held = [item for name, item in vars(code).items() if name not in _OWN_NAMES] + [cast("Any", code)._value_]
        return None if is_settled(held) else held
    if issubclass(class_of(code), JITTED):
        return [getattr(code, "__wrapped__", None)]
    return None


def _held_by_function(function: FunctionType) -> list[Any] | None:
    attributes = {name: item for name, item in vars(function).items() if name != PROGRAMS}
    if _is_library(function.__globals__.get("__name__", "")):
        return [attributes["__wrapped__"]] if "__wrapped__" in attributes else None
    defaults = [function.__defaults__, *(function.__kwdefaults__ or {}).values()]
    if function.__closure__ is None and not attributes and is_settled(d for d in defaults if d is not None):
        return None
    cells: list[Any] = []
    for cell in function.__closure__ or ():
        try:
            cells.append(cell.cell_contents)
        except ValueError:  # not assigned yet
            cells.append(_UNSET)
    return [*cells, *defaults, attributes]


def _is_library(module: str) -> bool:
    return module.partition(".")[0] in LIBRARIES


def _data(attributes: Any) -> dict[str, Any]:
    """Return those attributes that are data, of a class or a module."""
    return {name: item for name, item in dict(attributes).items() if not name.startswith("__") and _is_data(item)}


def _is_data(value: Any) -> bool:
    return not isinstance(value, _CODE) and not hasattr(class_of(value), "__get__")


class CodeReader(Reader):
    """Reads what functions, classes and modules hold, other objects by identity."""

    def fixed(self, cls: type[Any], value: Any) -> Node | None:
        """See `Reader.fixed`."""
        if isinstance(value, jax.Array):  # a tracer too, which a function may well refer to
            return Seen(value), []
        if isinstance(value, FunctionType | type | JITTED) and held_by(value) is not None:
            return None
        return super().fixed(cls, value)

    def node(self, cls: type[Any], value: Any) -> Node:
        """See `Reader.node`."""
        if isinstance(value, FunctionType | type | JITTED):
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
        return (Seen(value), []) if isinstance(value, jax.Array) else super().fixed(cls, value)
