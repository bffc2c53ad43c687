"""The role of a field in libraries that look for `jax.Array` in its type, as mjx does."""

from __future__ import annotations

from typing import Final

from mypy.types import CallableType, Instance, NoneType, TupleType, Type, UnionType

from ..host.known_types import known_type

_WITHOUT_ARRAYS: Final = frozenset(
    (*(f"builtins.{name}" for name in ("bool", "bytes", "complex", "float", "int", "str")), "numpy.ndarray")
)
_CONTAINERS: Final = frozenset(f"builtins.{name}" for name in ("dict", "frozenset", "list", "set", "tuple"))


def has_certainly_no_array(declared: Type) -> bool:
    """Return whether a type is made of numbers, texts, functions and arrays of NumPy alone."""
    value = known_type(declared)
    if isinstance(value, NoneType | CallableType):
        return True
    if isinstance(value, TupleType):
        return value.partial_fallback.type.fullname == "builtins.tuple" and all(
            map(has_certainly_no_array, value.items)
        )
    if isinstance(value, UnionType):
        return all(map(has_certainly_no_array, value.items))
    if not isinstance(value, Instance):
        return False
    name = value.type.fullname
    return name in _WITHOUT_ARRAYS or (name in _CONTAINERS and all(map(has_certainly_no_array, value.args)))
