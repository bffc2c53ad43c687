"""``jax.lax``: no promotion, no new axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from . import literals
from .arguments import Call, Rule
from .dtypes import kind_of
from .elementwise import strict_dtype
from .joining import joined
from .promotion import promoted_arrays
from .sizes import differ, normal_axes, normal_axis, replaced
from .values import (
    NONE,
    ArrayValue,
    Dim,
    DType,
    Items,
    MistakeError,
    Shape,
    UnclearError,
    Value,
    show,
    show_dtype,
)


def kept(argument: str) -> Rule:
    """Return the rule of a function that changes neither shape nor dtype."""

    def rule(call: Call) -> Value:
        value = call.values[argument]
        if not isinstance(value, ArrayValue):
            raise UnclearError
        return call.like(call.array(argument), value.shape)

    return rule


def convert_element_type(call: Call) -> Value:
    """``convert_element_type(operand, new_dtype)``."""
    array = call.array("operand")
    return call.result(array.shape, call.dtype("new_dtype", None), None)


def full(call: Call) -> Value:
    """``full(shape, fill_value, dtype)``."""
    value = call.array("fill_value")
    if value.shape:
        raise MistakeError(f"full takes a scalar, not {show(value.shape)}")
    dtype = call.dtype("dtype", value.dtype)
    return call.result(call.sizes("shape"), dtype, call.weakness("dtype", None))


def iota(call: Call) -> Value:
    """``iota(dtype, size)``."""
    return call.result((call.size("size"),), call.dtype("dtype", None))


def broadcasted_iota(call: Call) -> Value:
    """``broadcasted_iota(dtype, shape, dimension)``."""
    shape, dimension = call.sizes("shape"), call.integer("dimension")
    if shape is not None and dimension is not None and not 0 <= dimension < len(shape):
        raise MistakeError(f"axis {dimension} is out of range for {show(shape)}")
    return call.result(shape, call.dtype("dtype", None))


def reshape(call: Call) -> Value:
    """``reshape(operand, new_sizes)``: without -1."""
    call.without("dimensions", "out_sharding")
    array, sizes = call.array("operand"), call.sizes("new_sizes")
    return call.like(array, sizes)


def transpose(call: Call) -> Value:
    """``transpose(operand, permutation)``."""
    array, order = call.array("operand"), call.integers("permutation")
    if array.shape is None:
        return call.like(array, None)
    if order is None:
        return call.like(array, (None,) * len(array.shape))
    if sorted(order) != list(range(len(array.shape))):
        raise MistakeError(f"transpose takes each axis of {show(array.shape)} once, not {order}")
    return call.like(array, tuple(array.shape[axis] for axis in order))


def expand_dims(call: Call) -> Value:
    """``expand_dims(array, dimensions)``."""
    array, axes = call.array("array"), call.integers("dimensions")
    if array.shape is None or axes is None:
        return call.like(array, None)
    new = normal_axes(axes, array.shape, len(axes))
    sizes = iter(array.shape)
    return call.like(array, tuple(1 if axis in new else next(sizes) for axis in range(len(array.shape) + len(new))))


def squeeze(call: Call) -> Value:
    """``squeeze(array, dimensions)``."""
    array, axes = call.array("array"), call.integers("dimensions")
    if array.shape is None or axes is None:
        return call.like(array, None)
    gone = normal_axes(axes, array.shape)
    for axis in gone:
        if isinstance(array.shape[axis], int) and array.shape[axis] != 1:
            raise MistakeError(f"squeeze removes axes of size 1; axis {axis} of {show(array.shape)} is not")
    return call.like(array, tuple(size for axis, size in enumerate(array.shape) if axis not in gone))


def broadcast_in_dim(call: Call) -> Value:
    """``broadcast_in_dim(operand, shape, broadcast_dimensions)``."""
    array, shape, axes = call.array("operand"), call.sizes("shape"), call.integers("broadcast_dimensions")
    if array.shape is not None and shape is not None and axes is not None:
        if len(axes) != len(array.shape):
            raise MistakeError(
                f"broadcast_in_dim takes {len(array.shape)} broadcast_dimensions for {show(array.shape)}"
            )
        for axis, size in zip(axes, array.shape, strict=True):
            if not 0 <= axis < len(shape):
                raise MistakeError(f"axis {axis} is out of range for {show(shape)}")
            if size != 1 and differ(size, shape[axis]):
                raise MistakeError(
                    f"cannot broadcast {show(array.shape)} to {show(shape)}: axis {axis} is {shape[axis]}"
                )
    return call.like(array, shape)


def broadcast(call: Call) -> Value:
    """``broadcast(operand, sizes)``: new axes in front."""
    array, sizes = call.array("operand"), call.sizes("sizes")
    return call.like(array, None if array.shape is None or sizes is None else (*sizes, *array.shape))


def concatenate(call: Call) -> Value:
    """``concatenate(operands, dimension)``: of one dtype."""
    arrays = call.arrays("operands")
    if not arrays:
        raise UnclearError
    shape = joined("concatenate", [array.shape for array in arrays], call.integer("dimension"))
    for other in arrays[1:]:
        strict_dtype("concatenate", arrays[0], other)
    dtype, weak = promoted_arrays(arrays)
    return call.result(shape, dtype, False if weak is False else None)


def select(call: Call) -> Value:
    """``select(pred, on_true, on_false)``."""
    chosen, one, other = call.array("pred"), call.array("on_true"), call.array("on_false")
    _one_shape("select", one.shape, other.shape)
    if chosen.shape and one.shape is not None:
        _one_shape("select", chosen.shape, one.shape)
    if kind_of(chosen.dtype) in ("float", "complex") and chosen.dtype is not None:
        raise MistakeError(f"select takes booleans or integers to choose by, not {show_dtype(chosen.dtype)}")
    dtype, weak = strict_dtype("select", one, other)
    return call.result(one.shape or other.shape, dtype, False if weak is False else None)


def _one_shape(name: str, one: Shape | None, other: Shape | None) -> None:
    if one is None or other is None:
        return
    if len(one) != len(other) or any(differ(a, b) for a, b in zip(one, other, strict=True)):
        raise MistakeError(f"{name} takes operands of one shape: {show(one)} and {show(other)}")


def clamp(call: Call) -> Value:
    """``clamp(min, x, max)``: the bounds are scalars or have the shape of ``x``."""
    least, array, most = call.array("min"), call.array("x"), call.array("max")
    for bound in (least, most):
        if bound.shape:
            _one_shape("clamp", bound.shape, array.shape)
        strict_dtype("clamp", bound, array)
    return call.result(array.shape, array.dtype, False if array.weak is False else None)


def dynamic_slice(call: Call) -> Value:
    """``dynamic_slice(operand, start_indices, slice_sizes)``."""
    array, sizes = call.array("operand"), call.sizes("slice_sizes")
    starts = call.values["start_indices"]
    shape = array.shape
    if shape is not None and isinstance(starts, Items) and len(starts.items) != len(shape):
        raise MistakeError(
            f"dynamic_slice takes {len(shape)} start indices for {show(shape)}, not {len(starts.items)}"
        )
    if shape is not None and sizes is not None:
        if len(sizes) != len(shape):
            raise MistakeError(f"dynamic_slice takes {len(shape)} slice sizes for {show(shape)}, not {len(sizes)}")
        _fits("dynamic_slice", sizes, shape)
    return call.like(array, sizes)


def _fits(name: str, part: Shape, whole: Shape) -> None:
    for axis, (size, limit) in enumerate(zip(part, whole, strict=True)):
        if isinstance(size, int) and isinstance(limit, int) and size > limit:
            raise MistakeError(
                f"{name} of {show(part)} does not fit in {show(whole)}: axis {axis} is {size} and {limit}"
            )


def dynamic_update_slice(call: Call) -> Value:
    """``dynamic_update_slice(operand, update, start_indices)``."""
    array, update = call.array("operand"), call.array("update")
    if array.shape is not None and update.shape is not None:
        if len(array.shape) != len(update.shape):
            raise MistakeError(
                f"dynamic_update_slice takes arrays of as many axes: {show(array.shape)} and {show(update.shape)}"
            )
        _fits("dynamic_update_slice", update.shape, array.shape)
    strict_dtype("dynamic_update_slice", array, update)
    return call.like(array, array.shape) if array.weak is False else call.result(array.shape, array.dtype, None)


def _on_axis(call: Call, default: Dim) -> tuple[ArrayValue, Shape | None, int | None, Dim]:
    array, axis = call.array("operand"), call.integer("axis")
    if array.shape is None or axis is None:
        return array, None, None, default
    where = normal_axis(axis, array.shape)
    return array, array.shape, where, array.shape[where]


def dynamic_slice_in_dim(call: Call) -> Value:
    """``dynamic_slice_in_dim(operand, start_index, slice_size, axis)``."""
    array, shape, where, whole = _on_axis(call, None)
    size = call.size("slice_size")
    if shape is None or where is None:
        return call.like(array, None)
    if isinstance(size, int) and isinstance(whole, int) and size > whole:
        raise MistakeError(f"a slice of {size} does not fit in axis {where} of {show(shape)}")
    return call.like(array, replaced(shape, where, size))


def dynamic_index_in_dim(call: Call) -> Value:
    """``dynamic_index_in_dim(operand, index, axis, keepdims)``."""
    array, shape, where, _ = _on_axis(call, None)
    keepdims = call.flag("keepdims")
    if shape is None or where is None or keepdims is None:
        return call.like(array, None)
    return call.like(array, (*shape[:where], *((1,) if keepdims else ()), *shape[where + 1 :]))


def index_in_dim(call: Call) -> Value:
    """``index_in_dim(operand, index, axis, keepdims)``: an index that is out of range is an error."""
    array, shape, where, size = _on_axis(call, None)
    position = call.integer("index")
    if shape is not None and isinstance(size, int) and position is not None and not -size <= position < size:
        raise MistakeError(f"index {position} is out of bounds for axis {where} with size {size}")
    del array
    return dynamic_index_in_dim(call)


def slice_in_dim(call: Call) -> Value:
    """``slice_in_dim(operand, start, limit, stride, axis)``."""
    array, shape, where, size = _on_axis(call, None)
    if shape is None or where is None:
        return call.like(array, None)
    bounds = [call.values[name] for name in ("start_index", "limit_index", "stride")]
    numbers = [None if bound is NONE else literals.integer(bound) or literals.size(bound) for bound in bounds]
    start, stop, step = numbers
    known = isinstance(size, int) and all(number is None or isinstance(number, int) for number in numbers)
    if not known or (isinstance(step, int) and step <= 0):
        return call.like(array, replaced(shape, where, None))
    assert isinstance(size, int)
    low, high, _ = slice(start, stop).indices(size)
    stride = step if isinstance(step, int) else 1
    return call.like(array, replaced(shape, where, max(0, -(-(high - low) // stride)) if high >= low else None))


def top_k(call: Call) -> Value:
    """``top_k(operand, k)``: values and positions."""
    array, count = call.array("operand"), call.size("k")
    shape, axis = array.shape, call.integer("axis")
    if axis is None or axis != -1:
        raise UnclearError
    if shape is not None:
        if not shape:
            raise MistakeError("top_k takes at least one axis, not ()")
        if isinstance(count, int) and isinstance(shape[-1], int) and count > shape[-1]:
            raise MistakeError(f"top_k of {count} does not fit in axis -1 of {show(shape)}")
        shape = (*shape[:-1], count)
    dtype: DType = "int32"
    return Items(
        (call.result(shape, array.dtype, False if array.weak is False else None), call.result(shape, dtype)),
        is_list=True,
    )


def cumulative(call: Call) -> Value:
    """``cumsum(operand, axis)`` and the like."""
    array, axis = call.array("operand"), call.integer("axis")
    if array.shape is not None and axis is not None and not 0 <= axis < len(array.shape):
        raise UnclearError
    return call.like(array, array.shape) if array.weak is False else call.result(array.shape, array.dtype, None)


def reverse(call: Call) -> Value:
    """``rev(operand, dimensions)``."""
    array = call.array("operand")
    axes = call.integers("dimensions")
    if array.shape is not None and axes is not None:
        normal_axes(axes, array.shape)
    return call.like(array, array.shape)


def argument(call: Call) -> Value:
    """``argmax(operand, axis, index_dtype)``."""
    array, axis = call.array("operand"), call.integer("axis")
    shape = None
    if array.shape is not None and axis is not None:
        where = normal_axis(axis, array.shape)
        shape = (*array.shape[:where], *array.shape[where + 1 :])
    return call.result(shape, call.dtype("index_dtype", None))


LAX: Final[Mapping[str, tuple[str, Rule]]] = {
    "stop_gradient": ("x", kept("x")),
    "convert_element_type": ("operand, new_dtype", convert_element_type),
    "full": ("shape, fill_value, dtype=None, *, sharding=None", full),
    "iota": ("dtype, size", iota),
    "broadcasted_iota": ("dtype, shape, dimension, *, _sharding=None, out_sharding=None", broadcasted_iota),
    "reshape": ("operand, new_sizes, dimensions=None, *, out_sharding=None", reshape),
    "transpose": ("operand, permutation", transpose),
    "expand_dims": ("array, dimensions", expand_dims),
    "squeeze": ("array, dimensions", squeeze),
    "broadcast_in_dim": ("operand, shape, broadcast_dimensions, *, out_sharding=None", broadcast_in_dim),
    "broadcast": ("operand, sizes, *, out_sharding=None", broadcast),
    "concatenate": ("operands, dimension", concatenate),
    "select": ("pred, on_true, on_false", select),
    "clamp": ("min, x, max", clamp),
    "dynamic_slice": ("operand, start_indices, slice_sizes, *, allow_negative_indices=True", dynamic_slice),
    "dynamic_update_slice": (
        "operand, update, start_indices, *, allow_negative_indices=True",
        dynamic_update_slice,
    ),
    "dynamic_slice_in_dim": (
        "operand, start_index, slice_size, axis=0, *, allow_negative_indices=True",
        dynamic_slice_in_dim,
    ),
    "dynamic_index_in_dim": (
        "operand, index, axis=0, keepdims=True, *, allow_negative_indices=True",
        dynamic_index_in_dim,
    ),
    "index_in_dim": ("operand, index, axis=0, keepdims=True", index_in_dim),
    "slice_in_dim": ("operand, start_index, limit_index, stride=1, axis=0", slice_in_dim),
    "top_k": ("operand, k, *, axis=-1", top_k),
    **dict.fromkeys(
        ("cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"), ("operand, axis=0, reverse=False", cumulative)
    ),
    "rev": ("operand, dimensions", reverse),
    **dict.fromkeys(("argmax", "argmin"), ("operand, axis, index_dtype", argument)),
}
"""Functions of `jax.lax`, each with its signature."""
