"""``jax.lax``: slices, also where they start at positions that are known at run time alone."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..numbers.elementwise import strict_dtype
from ..sizes import normal_axis, replaced
from ..values import NONE, ArrayValue, Dim, DType, Items, MistakeError, Scalar, Shape, UnclearError, Value, show


def dynamic_slice(call: Call) -> Value:
    """``dynamic_slice(operand, start_indices, slice_sizes)``."""
    array, sizes = call.array("operand"), call.sizes("slice_sizes")
    shape, count = array.shape, _starts(call, array.shape)
    if shape is None and sizes is not None and isinstance(count, int) and count != len(sizes):
        raise MistakeError(f"dynamic_slice takes as many slice sizes as start indices, not {len(sizes)} and {count}")
    if shape is not None and sizes is not None:
        if len(sizes) != len(shape):
            raise MistakeError(f"dynamic_slice takes {len(shape)} slice sizes for {show(shape)}, not {len(sizes)}")
        _fits("dynamic_slice", sizes, shape)
    return call.like(array, sizes)


def _starts(call: Call, shape: Shape | None) -> Dim:
    """Return how many positions there are, and find out that they are more or fewer than axes."""
    starts = call.values["start_indices"]
    count: Dim = len(starts.items) if isinstance(starts, Items) else None
    if isinstance(starts, ArrayValue) and starts.shape is not None:
        if not starts.shape:
            raise MistakeError(f"{call.name} takes a start index for each axis, not an array of shape ()")
        count = starts.shape[0] if len(starts.shape) == 1 else None
    if shape is not None and isinstance(count, int) and count != len(shape):
        raise MistakeError(f"{call.name} takes {len(shape)} start indices for {show(shape)}, not {count}")
    return count


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
    _starts(call, array.shape)
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
    numbers = [bound.value if isinstance(bound, Scalar) else None for bound in bounds]
    start, stop, step = numbers
    known = isinstance(size, int) and all(
        bound is NONE or isinstance(number, int) for bound, number in zip(bounds, numbers, strict=True)
    )
    if not known or (isinstance(step, int) and step <= 0):
        return call.like(array, replaced(shape, where, None))
    assert isinstance(size, int)
    low, high, _ = slice(start, stop).indices(size)
    stride = step if isinstance(step, int) else 1
    return call.like(array, replaced(shape, where, max(0, -(-(high - low) // stride)) if high >= low else None))


def dynamic_update_in_dim(call: Call) -> Value:
    """``dynamic_update_slice_in_dim(operand, update, start_index, axis)``, and of one index: the operand's shape."""
    array, update = call.array("operand"), call.array("update")
    if array.shape is not None and update.shape is not None and call.name.endswith("slice_in_dim"):
        if len(array.shape) != len(update.shape):
            raise MistakeError(
                f"{call.name} takes arrays of as many axes: {show(array.shape)} and {show(update.shape)}"
            )
        _fits(call.name, update.shape, array.shape)
    strict_dtype(call.name, array, update)
    return call.like(array, array.shape) if array.weak is False else call.result(array.shape, array.dtype, None)


def split(call: Call) -> Value:
    """``split(operand, sizes, axis)``: parts along an axis."""
    array, sizes, axis = call.array("operand"), call.sizes("sizes"), call.integer("axis")
    if sizes is None:
        raise UnclearError
    if array.shape is None or axis is None or not 0 <= axis < len(array.shape):
        return Items(tuple(call.like(array, None) for _ in sizes), is_list=True)
    whole = array.shape[axis]
    numbers = [size for size in sizes if isinstance(size, int)]
    if len(numbers) == len(sizes) and isinstance(whole, int) and sum(numbers) != whole:
        raise MistakeError(f"sizes of {show(sizes)} are not those of axis {axis} of {show(array.shape)}")
    shape = array.shape
    return Items(tuple(call.like(array, replaced(shape, axis, size)) for size in sizes), is_list=True)


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


LAX_SLICES: Final[Mapping[str, tuple[str, Rule]]] = {
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
    "dynamic_update_slice_in_dim": ("operand, update, start_index, axis", dynamic_update_in_dim),
    "dynamic_update_index_in_dim": ("operand, update, index, axis", dynamic_update_in_dim),
    "split": ("operand, sizes, axis=0", split),
    "top_k": ("operand, k, *, axis=-1", top_k),
}
"""Functions of `jax.lax`, each with its signature."""
