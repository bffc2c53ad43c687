"""Between the values of this room and those of `jdc_operations`.

A dtype that depends on ``jax_enable_x64`` is the type of Python here, ``float``, and a pair of dtypes there.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from typing import Final

from jdc_operations.values import ArrayValue as OperationArray
from jdc_operations.values import DType, Items, Library, ModePair, Value
from jdc_operations.values import Shape as OperationShape
from jdc_spec.dtypes import EXACT, KEYS, NUMERIC_CLASSES, exact_or_class
from jdc_spec.shapes import Shape, ShapePattern, Variadic
from jdc_spec.sizes import Linear

from ..host.project import project
from .declared.open_axes import AnyAxes, is_open
from .value import UNKNOWN, ArrayValue, Origin

_PAIRS: Final = {
    "int": ModePair("int32", "int64"),
    "float": ModePair("float32", "float64"),
    "complex": ModePair("complex64", "complex128"),
}
_OF_PAIR: Final = {**{pair: name for name, pair in _PAIRS.items()}, ModePair("uint32", "uint64"): "unsignedinteger"}


def in_mode(value: Value) -> Value:
    """Return a value whose dtypes are those of the project's mode, where it tells ``jax_enable_x64``."""
    x64 = project().x64
    if x64 is None:
        return value
    if isinstance(value, Items):
        return Items(tuple(map(in_mode, value.items)), value.is_list)
    if isinstance(value, OperationArray) and isinstance(value.dtype, ModePair):
        return dataclasses.replace(value, dtype=value.dtype.wide if x64 else value.dtype.narrow)
    return value


def some_array(library: Library) -> OperationArray:
    """Return an array of which nothing but the library is known."""
    return OperationArray(library=library)


def result_of(value: Value) -> ArrayValue:
    """Return the result of an operation where it is an array."""
    if not isinstance(value, OperationArray):
        return UNKNOWN
    return ArrayValue(_shape(value.shape), _covering(value.dtype), Origin.ARRAY)


def to_operation(value: ArrayValue, library: Library, of: object = None) -> OperationArray:
    """Return an array as an operand; ``of`` is the variable that holds it wherever that is read."""
    name = value.dtype
    dtype = None if name is None else _PAIRS.get(name) or exact_or_class(name)
    shape = value.shape
    made = OperationArray(_axes(shape, of) if isinstance(shape, ShapePattern) else shape, dtype, library=library)
    if library == "jax" and isinstance(dtype, ModePair) and project().x64 is not None:
        return dataclasses.replace(made, dtype=dtype.wide if project().x64 else dtype.narrow)
    return made


def with_annotation(result: OperationArray, said: Value | None) -> OperationArray:
    """Return an array with the shape that an annotation gives it, where the operation does not give all of it."""
    if not isinstance(said, OperationArray) or (is_open(said.shape) and result.shape is not None):
        return result
    return dataclasses.replace(result, shape=said.shape, dtype=result.dtype or said.dtype)


def _axes(shape: ShapePattern, of: object) -> OperationShape:
    name = None if shape.variadic is None else shape.variadic.name
    return (*_sizes(shape.prefix), AnyAxes(name, of), *_sizes(shape.suffix))


def _shape(found: OperationShape | None) -> Shape | ShapePattern | None:
    """Return a shape with sizes that are neither numbers nor named sizes left open."""
    if found is None:
        return None
    some = next(((position, axis) for position, axis in enumerate(found) if isinstance(axis, AnyAxes)), None)
    if some is None:
        return _sizes(found)
    at, axes = some
    return ShapePattern(_sizes(found[:at]), _sizes(found[at + 1 :]), Variadic(axes.name))


def _sizes(axes: Iterable[object]) -> Shape:
    return tuple(axis if isinstance(axis, int | Linear) else None for axis in axes)


def _covering(dtype: DType | None) -> str | None:
    if isinstance(dtype, ModePair):
        return _OF_PAIR.get(dtype)
    return dtype if dtype in EXACT or dtype in NUMERIC_CLASSES or dtype in KEYS else None
