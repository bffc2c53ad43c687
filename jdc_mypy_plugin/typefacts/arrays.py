"""Types whose values are arrays."""

from __future__ import annotations

from mypy.types import AnyType, Instance, ProperType, Type, UnionType

from jdc_spec.arrays import ARRAY_CLASSES

from ..host.analysed_types import is_marked_array
from ..host.known_types import known_type
from .contents import Part, contents


def is_array(value: ProperType) -> bool:
    """Return whether every value of a type is an array that ``==`` compares element by element."""
    if not isinstance(value, Instance):
        return False
    for base in value.type.mro:
        if base.fullname in ARRAY_CLASSES:
            return True
        if "__eq__" in base.names or "__hash__" in base.names:
            return False
    return False


def is_certainly_array(declared: Type) -> bool:
    """Return whether every member of a union, or the type itself, is an array."""
    value = known_type(declared)
    if isinstance(value, UnionType):
        return all(is_certainly_array(item) for item in value.items)
    return is_array(value)


def has_axes(declared: Type) -> bool:
    """Return whether a type is that of arrays, or of scalars of NumPy beside them, as in ``chex.Array``."""
    value = known_type(declared)
    if isinstance(value, UnionType):
        return all(has_axes(item) for item in value.items)
    is_number = isinstance(value, Instance) and value.type.has_base("numpy.generic")
    return is_array(value) or is_number or is_marked_array(value)


def may_have_axes(declared: Type) -> bool:
    """Return whether a type is that of arrays, also as a library without types shows it: anything."""
    return isinstance(known_type(declared), AnyType) or has_axes(declared)


def held_array(declared: Type) -> Part | None:
    """Return the first array that a value of a type may be or hold."""
    return next((part for part in contents(declared) if is_array(part.type)), None)
