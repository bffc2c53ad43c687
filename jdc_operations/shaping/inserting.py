"""Functions that put parts in, take them out, or put arrays together as blocks and grids."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..promotion import promoted_arrays
from ..sizes import added, multiplied, never_equal, normal_axis, replaced
from ..values import (
    NONE,
    UNKNOWN,
    ArrayValue,
    DTypeMistakeError,
    Items,
    MistakeError,
    Scalar,
    Shape,
    UnclearError,
    Value,
    show,
    show_dtype,
)
from .joining import JOINING


def delete(call: Call) -> Value:
    """``delete(arr, obj, axis)`` of one index."""
    array, index = call.array("arr"), call.integer("obj")
    shape, axis = _along(call, array)
    size = None if shape is None or axis is None else shape[axis]
    if shape is None or axis is None or index is None or not isinstance(size, int) or not -size <= index < size:
        raise UnclearError
    return call.result(replaced(shape, axis, size - 1), array.dtype, None)


def insert(call: Call) -> Value:
    """``insert(arr, obj, values, axis)`` at one index: one number, or as many as a vector has for a vector."""
    array, values = call.array("arr"), call.array("values")
    shape, axis = _along(call, array)
    if shape is None or axis is None or not isinstance(call.values["obj"], Scalar) or values.shape is None:
        raise UnclearError
    call.integer("obj")
    if values.shape and (len(values.shape) > 1 or len(shape) > 1):
        raise UnclearError
    count = values.shape[0] if values.shape else 1
    return call.result(replaced(shape, axis, added(shape[axis], count)), array.dtype, None)


def _along(call: Call, array: ArrayValue) -> tuple[Shape | None, int | None]:
    """Return the shape and the axis that change: those of the flat array where no axis is given."""
    if call.values["axis"] is NONE:
        return (None, None) if array.shape is None else ((multiplied(array.shape),), 0)
    axis = call.integer("axis")
    if array.shape is None or axis is None:
        return None, None
    return array.shape, normal_axis(axis, array.shape)


def select(call: Call) -> Value:
    """``select(condlist, choicelist, default)``."""
    conditions, choices = call.arrays("condlist"), call.arrays("choicelist")
    if conditions is None or choices is None:
        raise UnclearError
    if len(conditions) != len(choices):
        raise MistakeError(f"select takes as many conditions as choices, not {len(conditions)} and {len(choices)}")
    default = call.array("default")
    if default.shape is None or any(array.shape is None for array in (*conditions, *choices)):
        shape = None
    else:
        shape = broadcast(*(array.shape for array in (*conditions, *choices, default)))
    dtype, _ = promoted_arrays((*choices, default))
    return call.result(shape, dtype, None)


def piecewise(call: Call) -> Value:
    """``piecewise(x, condlist, funclist)``: a number or a function for each condition, perhaps one for the rest."""
    x, conditions, pieces = call.array("x"), call.arrays("condlist"), call.values["funclist"]
    if not conditions or not isinstance(pieces, Items):
        raise UnclearError
    asked, given = len(conditions), len(pieces.items)
    if given not in (asked, asked + 1):
        raise MistakeError(f"piecewise takes {asked} or {asked + 1} functions for {asked} conditions, not {given}")
    shape = conditions[0].shape
    for other in conditions[1:]:
        if shape is not None and other.shape is not None and _differ(shape, other.shape):
            raise MistakeError(f"piecewise takes conditions of one shape: {show(shape)} and {show(other.shape)}")
        shape = None if other.shape is None else shape
    whole = None if shape is None or x.shape is None else broadcast(shape, x.shape)
    are_numbers = all(isinstance(each, Scalar) for each in pieces.items)
    # A function may make an array of each number.
    return call.result(whole if are_numbers else None, x.dtype, None)


def _differ(one: Shape, other: Shape) -> bool:
    return len(one) != len(other) or any(map(never_equal, one, other))


def block(call: Call) -> Value:
    """``block(arrays)`` of nested lists."""
    return _block(call, call.values["arrays"])[0]


def _block(call: Call, value: Value) -> tuple[ArrayValue, int]:
    """Return an array, and how deep the lists are that it comes from."""
    if not isinstance(value, Items):
        if value is UNKNOWN:
            raise UnclearError
        return call.as_array(value), 1
    if not value.is_list:
        raise UnclearError
    parts = [_block(call, item) for item in value.items]
    depth = parts[0][1] if parts else 0
    arrays = [array for array, _ in parts]
    shapes = [array.shape for array in arrays if array.shape is not None]
    if not parts or any(each != depth for _, each in parts) or len(shapes) < len(arrays):
        raise UnclearError
    rank = max(depth, *map(len, shapes))
    full = [call.like(array, (1,) * (rank - len(shape)) + shape) for array, shape in zip(arrays, shapes, strict=True)]
    given: dict[str, Value] = {"arrays": Items(tuple(full)), "axis": Scalar("int", -depth), "dtype": NONE}
    made = JOINING["concatenate"][1](Call("concatenate", given, frozenset(("arrays", "axis")), call.library))
    if not isinstance(made, ArrayValue):
        raise UnclearError
    return call.result(made.shape, made.dtype, None), depth + 1


def ix(call: Call) -> Value:
    """``ix_(*args)``: each vector along an axis of its own."""
    arrays = call.arrays("args") or []
    for array in arrays:
        if array.shape is not None and len(array.shape) != 1:
            raise MistakeError(f"ix_ takes vectors, not {show(array.shape)}")
        if array.dtype == "bool":
            raise UnclearError
    ones: Shape = (1,) * len(arrays)
    made = (
        call.result(
            replaced(ones, axis, array.shape[0] if array.shape else None),
            "integer" if kind_of(array.dtype) == "int" else None,
            None,
        )
        for axis, array in enumerate(arrays)
    )
    return Items(tuple(made))


def unravel_index(call: Call) -> Value:
    """``unravel_index(indices, shape)``: an array for each axis."""
    indices, sizes = call.array("indices"), call.sizes("shape")
    if indices.dtype is not None and kind_of(indices.dtype) == "complex":
        raise DTypeMistakeError(f"unravel_index takes integers, not {show_dtype(indices.dtype)}")
    if sizes is None:
        raise UnclearError
    return Items((call.result(indices.shape, None, None),) * len(sizes))


INSERTING: Final[Mapping[str, tuple[str, Rule]]] = {
    "delete": ("arr, obj, axis=None, *, assume_unique_indices=False", delete),
    "insert": ("arr, obj, values, axis=None", insert),
    "select": ("condlist, choicelist, default=0", select),
    "piecewise": ("x, condlist, funclist, *args, **kw", piecewise),
    "block": ("arrays", block),
    "ix_": ("*args", ix),
    "unravel_index": ("indices, shape", unravel_index),
}
"""Functions of `jax.numpy`, each with its signature."""
