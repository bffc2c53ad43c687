"""``jax.lax``: no promotion, no new axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jdc_spec.dtypes import KEY

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..promotion import promoted_arrays
from ..shaping.joining import joined
from ..sizes import differ, normal_axes, normal_axis
from ..values import NONE, ArrayValue, DTypeMistakeError, MistakeError, Shape, UnclearError, Value, show, show_dtype
from .elementwise import strict_dtype


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
    shapes = [array.shape for array in arrays]
    shape = shapes[0] if len(shapes) == 1 else joined("concatenate", shapes, call.integer("dimension"))
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
        raise DTypeMistakeError(f"select takes booleans or integers to choose by, not {show_dtype(chosen.dtype)}")
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


def cumulative(call: Call) -> Value:
    """``cumsum(operand, axis)`` and the like."""
    array, axis = call.array("operand"), call.integer("axis")
    if axis is not None and axis < 0:
        raise MistakeError(f"{call.name} takes no negative axes: axis {axis}")
    if array.shape is not None and axis is not None:
        normal_axis(axis, array.shape)
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


def full_like(call: Call) -> Value:
    """``full_like(x, fill_value, dtype, shape)``."""
    array = call.array("x")
    if array.dtype == KEY:
        raise UnclearError
    shape = array.shape if call.values["shape"] is NONE else call.sizes("shape")
    dtype = call.dtype("dtype", array.dtype)
    return call.result(shape, dtype, False if array.weak is False else None)


LAX: Final[Mapping[str, tuple[str, Rule]]] = {
    "stop_gradient": ("x", kept("x")),
    "convert_element_type": ("operand, new_dtype", convert_element_type),
    "full": ("shape, fill_value, dtype=None, *, sharding=None", full),
    "full_like": ("x, fill_value, dtype=None, shape=None, sharding=None", full_like),
    "with_sharding_constraint": ("x, shardings", kept("x")),
    "reduce_precision": ("operand, exponent_bits, mantissa_bits", kept("operand")),
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
    **dict.fromkeys(
        ("cumsum", "cumprod", "cummax", "cummin", "cumlogsumexp"), ("operand, axis=0, reverse=False", cumulative)
    ),
    "rev": ("operand, dimensions", reverse),
    **dict.fromkeys(("argmax", "argmin"), ("operand, axis, index_dtype", argument)),
}
"""Functions of `jax.lax`, each with its signature."""
