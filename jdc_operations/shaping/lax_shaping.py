"""``jax.lax``: functions that slice, pad, collapse and scan whole arrays."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from .. import literals
from ..arguments import Call, Rule
from ..numbers.elementwise import strict_dtype
from ..promotion import promoted
from ..sizes import added, differ, multiplied
from ..values import NONE, ArrayValue, Dim, Items, MistakeError, Shape, UnclearError, Value, show


def slice_of(call: Call) -> Value:
    """``slice(operand, start_indices, limit_indices, strides)``: within the array."""
    array = call.array("operand")
    starts, limits = call.integers("start_indices"), call.integers("limit_indices")
    shape = array.shape
    strides = (1,) * len(starts or ()) if call.values["strides"] is NONE else call.integers("strides")
    if shape is None or starts is None or limits is None or strides is None:
        return call.like(array, None if shape is None else (None,) * len(shape))
    if not len(shape) == len(starts) == len(limits) == len(strides):
        raise MistakeError(f"slice takes {len(shape)} starts and limits for {show(shape)}")
    for axis, (size, low, high) in enumerate(zip(shape, starts, limits, strict=True)):
        if not isinstance(size, int) or high <= size:
            continue
        if call.values["strides"] is NONE and high - low <= size:
            raise UnclearError  # outside of ``jit`` some versions of JAX move such a slice back into the array
        raise MistakeError(f"slice up to {high} is out of bounds for axis {axis} with size {size}")
    if any(stride <= 0 for stride in strides) or any(low > high for low, high in zip(starts, limits, strict=True)):
        raise UnclearError
    parts = zip(starts, limits, strides, strict=True)
    return call.like(array, tuple(-(-(high - low) // stride) for low, high, stride in parts))


def collapse(call: Call) -> Value:
    """``collapse(operand, start_dimension, stop_dimension)``: several axes as one."""
    array, start = call.array("operand"), call.integer("start_dimension")
    shape = array.shape
    stop = call.integer("stop_dimension") if call.values["stop_dimension"] is not NONE else len(shape or ())
    if shape is None or start is None or stop is None:
        return call.like(array, None)
    low, high, _ = slice(start, stop).indices(len(shape))
    if not 0 <= low < high:
        raise UnclearError
    return call.like(array, (*shape[:low], multiplied(shape[low:high]), *shape[high:]))


def pad(call: Call) -> Value:
    """``pad(operand, padding_value, padding_config)``: low, high and interior for each axis."""
    array, value = call.array("operand"), call.array("padding_value")
    if value.shape:
        raise MistakeError(f"pad takes a scalar as padding_value, not {show(value.shape)}")
    strict_dtype("pad", array, value)
    config = call.values["padding_config"]
    shape = array.shape
    if shape is not None:
        if isinstance(config, Items) and len(config.items) != len(shape):
            raise MistakeError(f"pad takes a padding for each axis of {show(shape)}, not {len(config.items)}")
        items = config.items if isinstance(config, Items) else ()
        triples = [literals.integers(item) if isinstance(item, Items) else None for item in items]
        shape = tuple(map(_padded, shape, triples)) if triples else (None,) * len(shape)
    return call.result(shape, array.dtype, False if array.weak is False else None)


def _padded(size: Dim, config: tuple[int, ...] | None) -> Dim:
    if config is None or len(config) != 3 or min(config) < 0:
        return None
    low, high, interior = config
    if interior and not isinstance(size, int):
        return None
    inside = interior * max(0, size - 1) if isinstance(size, int) else 0
    return added(low, size, high, inside)


def dot(call: Call) -> Value:
    """``dot(lhs, rhs)`` of vectors and matrices."""
    call.without("preferred_element_type", "dimension_numbers", "out_sharding", "out_type")
    one, other = call.array("lhs"), call.array("rhs")
    shape = None
    if one.shape is not None and other.shape is not None:
        if not 1 <= len(one.shape) <= 2 or not 1 <= len(other.shape) <= 2:
            raise UnclearError
        shape = _contracted(call, one.shape, other.shape)
    if one.dtype is None or one.dtype != other.dtype:
        return call.result(shape, None, None)
    dtype, weak = promoted(((one.dtype, one.weak), (other.dtype, other.weak)))
    return call.result(shape, dtype, False if weak is False else None)


def _contracted(call: Call, one: Shape, other: Shape) -> Shape:
    if differ(one[-1], other[0]):
        raise MistakeError(f"{call.name} contracts {one[-1]} with {other[0]}: {show(one)} and {show(other)}")
    return (*one[:-1], *other[1:])


def associative_scan(call: Call) -> Value:
    """``associative_scan(fn, elems)`` keeps the shapes of what it goes along; the dtypes are what ``fn`` makes."""
    elements = call.values["elems"]
    shapes = [array.shape for array in _arrays_in(call, elements)]
    axis = call.integer("axis")
    if axis is not None and shapes and shapes[0] is not None and None not in shapes:
        _along(call, axis if axis >= 0 else axis + len(shapes[0]), [shape for shape in shapes if shape is not None])
    return _without_dtypes(call, elements)


def _along(call: Call, axis: int, shapes: Sequence[Shape]) -> None:
    if axis < 0 or any(axis >= len(shape) for shape in shapes):
        raise MistakeError(f"{call.name} goes along axis {axis} of {' and '.join(map(show, shapes))}")
    for shape in shapes[1:]:
        if differ(shape[axis], shapes[0][axis]):
            raise MistakeError(f"{call.name} goes along axis {axis} of {show(shapes[0])} and {show(shape)}")


def _arrays_in(call: Call, value: Value) -> list[ArrayValue]:
    """Return the leaves of nested tuples and lists, all of which are arrays."""
    if isinstance(value, Items):
        return [array for item in value.items for array in _arrays_in(call, item)]
    if not isinstance(value, ArrayValue):
        raise UnclearError
    return [value]


def _without_dtypes(call: Call, value: Value) -> Value:
    if isinstance(value, Items):
        return Items(tuple(_without_dtypes(call, item) for item in value.items), value.is_list)
    return call.result(value.shape if isinstance(value, ArrayValue) else None, None, None)


def sort(call: Call) -> Value:
    """``sort(operand, dimension)`` of one array, or of several of one shape that are sorted together."""
    operand = call.values["operand"]
    if isinstance(operand, ArrayValue):
        return call.like(call.array("operand"), operand.shape)
    if not isinstance(operand, Items) or not operand.items:
        raise UnclearError
    arrays = [call.as_array(item) for item in operand.items]
    shapes = [array.shape for array in arrays if array.shape is not None]
    for shape in shapes[1:]:
        if len(shape) != len(shapes[0]) or any(map(differ, shape, shapes[0])):
            raise MistakeError(f"sort takes arrays of one shape, not {show(shapes[0])} and {show(shape)}")
    return Items(tuple(call.like(array, array.shape) for array in arrays))


def sort_pairs(call: Call) -> Value:
    """``sort_key_val(keys, values, dimension)``: both sorted by the keys."""
    return sort(call.having("operand", Items((call.values["keys"], call.values["values"]))))


LAX_MORE: Final[Mapping[str, tuple[str, Rule]]] = {
    "slice": ("operand, start_indices, limit_indices, strides=None", slice_of),
    "collapse": ("operand, start_dimension, stop_dimension=None", collapse),
    "pad": ("operand, padding_value, padding_config", pad),
    "dot": (
        "lhs, rhs, precision=None, preferred_element_type=None, *, dimension_numbers=None, out_sharding=None",
        dot,
    ),
    "associative_scan": ("fn, elems, reverse=False, axis=0", associative_scan),
    "sort_key_val": ("keys, values, dimension=-1, is_stable=True", sort_pairs),
    "sort": ("operand, dimension=-1, is_stable=True, num_keys=1", sort),
}
"""Functions of `jax.lax`, each with its signature."""
