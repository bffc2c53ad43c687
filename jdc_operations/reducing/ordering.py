"""Functions that accumulate along an axis, sort and take differences."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import BOOL, INT, kind_of
from ..sizes import added, multiplied, normal_axis, replaced, shortened
from ..values import NONE, UNKNOWN, ArrayValue, DType, MistakeError, Shape, UnclearError, Value, show
from .reductions import check_kind, is_lenient, sum_dtype


def accumulated_dtype(call: Call, array: ArrayValue) -> DType | None:
    """NumPy's running sums grow as sums do; JAX's keep the dtype, but for booleans."""
    if call.library == "numpy":
        return sum_dtype(call, array)
    return INT if array.dtype == BOOL else array.dtype


def cumulative(gives: Callable[[Call, ArrayValue], DType | None], takes: str = "bifc") -> Rule:
    """Return the rule of ``cumsum`` and the like, which flatten where there is no axis."""

    def rule(call: Call) -> Value:
        call.without("out")
        array = call.array("a")
        check_kind(call, array, takes)
        shape = array.shape
        if call.values["axis"] is UNKNOWN or (shape == () and is_lenient(call)):
            shape = None
        elif call.values["axis"] is NONE:
            shape = (None,) if shape is None else (multiplied(shape),)
        elif shape is not None:
            axis = call.integer("axis")
            if axis is not None:
                normal_axis(axis, shape)
        own = gives(call, array)
        return call.result(shape, call.dtype("dtype", own) if "dtype" in call.values else own)

    return rule


def ordered(call: Call) -> Value:
    """``sort(a, axis)``; flat where the axis is None."""
    call.without("kind", "order", "out")
    array = call.array("a")
    return call.result(_ordered_shape(call, array.shape), array.dtype, array.weak)


def partition(call: Call) -> Value:
    """``partition(a, kth, axis)``."""
    array = call.array("a")
    known = call.name == "partition"
    return call.result(_ordered_shape(call, array.shape), array.dtype if known else None, None)


def argsort(call: Call) -> Value:
    """``argsort(a, axis)``."""
    call.without("kind", "order")
    array = call.array("a")
    return call.result(_ordered_shape(call, array.shape), call.default_dtype("int"))


def _ordered_shape(call: Call, shape: Shape | None) -> Shape | None:
    if call.values["axis"] is NONE:
        return (None,) if shape is None else (multiplied(shape),)
    if call.values["axis"] is UNKNOWN or (shape == () and call.library == "numpy"):
        return None
    axis = call.integer("axis")
    if shape is not None and axis is not None:
        normal_axis(axis, shape)
    return shape


def diff(call: Call) -> Value:
    """``diff(a, n, axis)``."""
    call.without("prepend", "append")
    array = call.array("a")
    axis, times = call.integer("axis"), call.integer("n")
    if times is None or times <= 0:
        raise UnclearError
    if array.shape == ():
        raise MistakeError("diff takes at least one axis")
    shape = None
    if array.shape is not None and axis is not None:
        where = normal_axis(axis, array.shape)
        shape = replaced(array.shape, where, shortened(array.shape[where], times))
    return call.result(shape, array.dtype, None if array.weak is not False else False)


def cumulative_along(call: Call) -> Value:
    """``cumulative_sum(x, axis, include_initial)``: an array of several axes needs one."""
    array = call.array("x")
    if array.shape == ():
        raise MistakeError(f"{call.name} takes at least one axis, not ()")
    if array.shape is not None and len(array.shape) > 1 and call.values["axis"] is NONE:
        raise MistakeError(f"{call.name} of several axes takes an axis: {show(array.shape)}")
    axis = 0 if call.values["axis"] is NONE else call.integer("axis")
    starts = call.flag("include_initial")
    shape = None
    if array.shape is not None and axis is not None:
        where = normal_axis(axis, array.shape)
        size = array.shape[where] if starts is False else added(array.shape[where], 1) if starts else None
        shape = replaced(array.shape, where, size)
    known = kind_of(array.dtype) in ("float", "complex")
    return call.result(shape, call.dtype("dtype", array.dtype if known else None), None)


ORDERING: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(
        ("cumsum", "cumprod", "nancumsum", "nancumprod"),
        ("a, axis=None, dtype=None, out=None", cumulative(accumulated_dtype)),
    ),
    **dict.fromkeys(
        ("cumulative_sum", "cumulative_prod"),
        ("x, /, *, axis=None, dtype=None, include_initial=False", cumulative_along),
    ),
    "partition": ("a, kth, axis=-1", partition),
    "argpartition": ("a, kth, axis=-1", partition),
    "sort": ("a, axis=-1, *, kind=None, order=None, stable=True, descending=False", ordered),
    "argsort": ("a, axis=-1, *, kind=None, order=None, stable=True, descending=False", argsort),
    "diff": ("a, n=1, axis=-1, prepend=None, append=None", diff),
}
"""Functions of `jax.numpy`, each with its signature."""


NUMPY_ORDERING: Final[Mapping[str, tuple[str, Rule]]] = {
    "sort": ("a, axis=-1, kind=None, order=None", ordered),
    "argsort": ("a, axis=-1, kind=None, order=None", argsort),
    "diff": ("a, n=1, axis=-1, prepend=None, append=None", diff),
}
"""NumPy's own signatures."""
