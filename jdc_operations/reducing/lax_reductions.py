"""``jax.lax``: reductions along axes, and what is added up over the devices or the rows of a mapped axis."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from jdc_spec.dtypes import KEY

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..numbers.elementwise import Numeric, same
from ..sizes import normal_axes
from ..values import ArrayValue, MistakeError, UnclearError, Value, show


def _reduced(kinds: str) -> Rule:
    """Return the rule of ``reduce_sum(operand, axes)`` and the like: the axes go, and the dtype stays."""
    numeric = Numeric(kinds, same)

    def rule(call: Call) -> Value:
        array, axes = call.array("operand"), call.integers("axes")
        if array.dtype == KEY and "b" in kinds:
            raise UnclearError  # traced without an error
        numeric.check(call.name, array.dtype)
        shape = None
        if array.shape is not None and axes is not None:
            if any(axis < 0 for axis in axes) or len(set(axes)) < len(axes):
                raise UnclearError
            gone = normal_axes(axes, array.shape)
            shape = tuple(size for axis, size in enumerate(array.shape) if axis not in gone)
        return call.result(shape, array.dtype, False if array.weak is False else None)

    return rule


def _reduced_by_function(call: Call) -> Value:
    """``reduce(operands, init_values, computation, dimensions)`` of one array."""
    call.without("out_sharding")
    array, axes = call.values["operands"], call.integers("dimensions")
    if not isinstance(array, ArrayValue):
        raise UnclearError
    shape = None
    if array.shape is not None and axes is not None:
        if len(set(axes)) < len(axes) or min(axes, default=0) < 0:
            raise UnclearError
        for axis in axes:
            if axis >= len(array.shape):
                raise MistakeError(f"axis {axis} is out of range for {show(array.shape)}")
        shape = tuple(size for axis, size in enumerate(array.shape) if axis not in axes)
    return call.result(shape, None, None)


def _collected(call: Call) -> Value:
    """``psum(x, axis_name)`` and the like of one array: its shape, and its dtype where that stays."""
    call.without("axis_index_groups")
    value = call.values["x"]
    if not isinstance(value, ArrayValue):
        raise UnclearError
    array = call.array("x")
    is_kept = kind_of(array.dtype) in ("float", "complex") or (call.name != "pmean" and kind_of(array.dtype) == "int")
    return call.result(array.shape, array.dtype if is_kept else None, None)


def _place(call: Call) -> Value:
    """``axis_index(axis_name)``: the place of a row or a device along a mapped axis."""
    return call.result((), "int32", False)


LAX_REDUCTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("reduce_sum", "reduce_prod"), ("operand, axes, *, out_sharding=None", _reduced("ifc"))),
    **dict.fromkeys(("reduce_max", "reduce_min"), ("operand, axes, *, out_sharding=None", _reduced("bifc"))),
    **dict.fromkeys(("reduce_and", "reduce_or", "reduce_xor"), ("operand, axes", _reduced("bi"))),
    "reduce": ("operands, init_values, computation, dimensions, out_sharding=None", _reduced_by_function),
    **dict.fromkeys(("psum", "pmean", "pmax", "pmin"), ("x, axis_name, *, axis_index_groups=None", _collected)),
    "axis_index": ("axis_name", _place),
}
"""Functions of `jax.lax`, each with its signature."""
