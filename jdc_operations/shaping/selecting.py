"""Functions that choose between arrays, compare them as a whole or map them: ``where``, ``clip``, ``isclose``."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import INT, kind_of, to_inexact
from ..numbers.elementwise import BINARY, binary, lifted_known, operands
from ..promotion import promoted_arrays
from ..reducing.reductions import reduced
from ..sizes import added, differ, multiplied, normal_axis
from ..values import NONE, ArrayValue, DTypeMistakeError, Items, MistakeError, Shape, UnclearError, Value, show


def where(call: Call) -> Value:
    """``where(condition, x, y)``."""
    call.only("condition", "x", "y")
    if not call.given_other_than_none("x") or not call.given_other_than_none("y"):
        raise UnclearError
    arrays, shape = operands(call, "condition", "x", "y")
    dtype, weak = promoted_arrays(arrays[1:], call.library)
    return call.result(shape, dtype, weak)


def clip(call: Call) -> Value:
    """``clip(arr, min, max)``."""
    call.only("arr", "min", "max")
    bounds = [call.array(name) for name in ("min", "max") if call.values[name] is not NONE]
    arrays = [call.array("arr"), *bounds]
    shape = broadcast(*(array.shape for array in arrays))
    dtype, weak = promoted_arrays(arrays, call.library)
    for array in arrays:
        if kind_of(array.dtype) == "complex":
            raise DTypeMistakeError("clip takes real numbers, not complex numbers")
    return call.result(shape, dtype, weak if weak is False or len(arrays) == 1 else None)


def rounded(call: Call) -> Value:
    """``round(a, decimals)``."""
    array, decimals = call.array("a"), call.integer("decimals")
    call.without("out")
    if decimals != 0:
        known = kind_of(array.dtype) == "float"
        return call.result(array.shape, array.dtype if known else None, False if array.weak is False else None)
    if kind_of(array.dtype) == "bool":
        raise UnclearError
    return call.like(array, array.shape)


def nan_to_num(call: Call) -> Value:
    """``nan_to_num(x)``."""
    call.without("posinf", "neginf")
    array = call.array("x")
    return call.result(array.shape, array.dtype, False if array.weak is False else None)


def close(call: Call) -> Value:
    """``isclose(a, b)``."""
    _, shape = operands(call, "a", "b")
    return call.result(shape, "bool")


def alike(call: Call) -> Value:
    """``allclose(a, b)``: one truth value."""
    operands(call, "a", "b")
    return call.result((), "bool")


def equal(call: Call) -> Value:
    """``array_equal(a1, a2)``: shapes that differ are not equal."""
    call.array("a1")
    call.array("a2")
    return call.result((), "bool")


def contained(call: Call) -> Value:
    """``isin(element, test_elements)``."""
    call.without("method")
    return call.result(call.array("element").shape, "bool")


def interpolated(call: Call) -> Value:
    """``interp(x, xp, fp)``."""
    call.only("x", "xp", "fp")
    at, points, values = (call.array(name) for name in ("x", "xp", "fp"))
    for array in (points, values):
        if array.shape is not None and len(array.shape) != 1:
            raise MistakeError(f"interp takes vectors xp and fp, not {show(array.shape)}")
    shapes = points.shape, values.shape
    if shapes[0] and shapes[1] and None not in (*shapes[0], *shapes[1]) and shapes[0] != shapes[1]:
        one, other = shapes[0][0], shapes[1][0]
        if isinstance(one, int) and isinstance(other, int):
            raise MistakeError(f"interp takes as many xp as fp, not {one} and {other}")
    return call.result(at.shape, None, None)


def unwound(call: Call) -> Value:
    """``unwrap(p)``."""
    array = call.array("p")
    return call.result(array.shape, None, None)


def _along_all(call: Call, array: ArrayValue) -> Value:
    """Return a list of the slopes along each axis, which NumPy puts into a tuple from some release on."""
    shape = array.shape or ()
    if call.library != "jax" or len(shape) < 2 or any(isinstance(size, int) and size < 2 for size in shape):
        raise UnclearError
    made = call.result(shape, lifted_known(to_inexact, array.dtype), False if array.weak is False else None)
    return Items((made,) * len(shape), is_list=True)


def gradient(call: Call) -> Value:
    """``gradient(f, axis)``: one array for each axis."""
    array = call.array("f")
    spacing = call.values["varargs"]
    if array.shape is None or not isinstance(spacing, Items) or spacing.items:
        raise UnclearError
    if call.values["axis"] is NONE:
        return _along_all(call, array)
    axis = call.integer("axis")
    if axis is not None:
        size = array.shape[normal_axis(axis, array.shape)]
        if isinstance(size, int) and size < 2:
            raise UnclearError
    dtype = lifted_known(to_inexact, array.dtype)
    return call.result(array.shape, dtype, False if array.weak is False else None)


def covariance(call: Call) -> Value:
    """``cov(m)`` of one array whose rows are variables."""
    call.only("m", "x", "rowvar")
    array = call.array("m" if "m" in call.values else "x")
    of_rows = call.flag("rowvar")
    if array.shape is None:
        return call.result(None, None, None)
    if len(array.shape) > 2:
        raise MistakeError(f"{call.name} takes one or two axes, not {show(array.shape)}")
    if 0 in array.shape or None in array.shape or of_rows is None:
        raise UnclearError
    if not of_rows and not all(isinstance(size, int) and size > 1 for size in array.shape[:1]):
        raise UnclearError  # a single row counts as a variable in some versions
    rows = array.shape[0 if of_rows else 1] if len(array.shape) == 2 else 1
    shape = None if not isinstance(rows, int) else () if rows == 1 else (rows, rows)
    return call.result(shape, array.dtype if kind_of(array.dtype) in ("float", "complex") else None, None)


def trapezoid(call: Call) -> Value:
    """``trapezoid(y, x, dx, axis)``."""
    call.only("y", "x", "axis")
    array, axis = call.array("y"), call.integer("axis")
    points = None if call.values["x"] is NONE else call.array("x")
    shape = None
    if array.shape is not None and axis is not None:
        at = normal_axis(axis, array.shape)
        shape = (*array.shape[:at], *array.shape[at + 1 :])
        if points is not None:
            shape = shape if _goes_along(points.shape, array.shape, at) else None
    known = array.dtype is not None and points is None
    return call.result(shape, lifted_known(to_inexact, array.dtype) if known else None, None)


def _goes_along(points: Shape | None, shape: Shape, axis: int) -> bool:
    """Return whether the points of a trapezoid are a vector along an axis.

    Raises:
        MistakeError: they are as many as do not go together.

    """
    if points is None or len(points) != 1:
        return False
    if differ(points[0], shape[axis]) and not {points[0], shape[axis]} & {0, 1, 2}:
        raise MistakeError(f"trapezoid takes as many x as y: {show(points)} and axis {axis} of {show(shape)}")
    return True


def chosen(call: Call) -> Value:
    """``choose(a, choices)``: what broadcasts with the whole numbers that choose."""
    call.without("out")
    which, choices = call.array("a"), call.arrays("choices")
    if kind_of(which.dtype) in ("float", "complex"):
        raise DTypeMistakeError("choose takes whole numbers to choose by")
    if not choices:
        raise UnclearError
    dtype, _ = promoted_arrays(choices)
    is_kept = all(choice.dtype == dtype for choice in choices)
    return call.result(broadcast(which.shape, *(each.shape for each in choices)), dtype if is_kept else None, None)


def scaled_by_powers(call: Call) -> Value:
    """``ldexp(x1, x2)``: what broadcasts."""
    _, shape = operands(call, "x1", "x2")
    return call.result(shape, None, None)


def in_two_parts(call: Call) -> Value:
    """``frexp(x)`` and ``modf(x)``: two arrays of the same shape."""
    call.without("out")
    return Items((call.result(call.array("x").shape, None, None),) * 2)


def lexsort(call: Call) -> Value:
    """``lexsort(keys, axis)``."""
    keys = call.arrays("keys")
    if not keys:
        raise UnclearError
    return call.result(keys[0].shape, INT)


def unique(call: Call) -> Value:
    """``unique(ar, size)`` as one vector."""
    call.only("ar", "size", "fill_value")
    array = call.array("ar")
    size = None if call.values["size"] is NONE else call.size("size")
    return call.result((size,), array.dtype, None)


def row_of_differences(call: Call) -> Value:
    """``ediff1d(ary)``."""
    call.only("ary")
    array = call.array("ary")
    size = None if array.shape is None else multiplied(array.shape)
    return call.result((max(0, size - 1) if isinstance(size, int) else None,), array.dtype, None)


def vandermonde(call: Call) -> Value:
    """``vander(x, N)``."""
    array = call.array("x")
    if array.shape is not None and len(array.shape) != 1:
        raise MistakeError(f"vander takes a vector, not {show(array.shape)}")
    size = None if not array.shape else array.shape[0]
    return call.result((size, size if call.values["N"] is NONE else call.size("N")), array.dtype, None)


def diagonal_matrix(call: Call) -> Value:
    """``diagflat(v, k)``."""
    array, offset = call.array("v"), call.integer("k")
    size = None if array.shape is None or offset is None else added(multiplied(array.shape), abs(offset))
    return call.result((size, size), array.dtype, False if array.weak is False else None)


def spread(call: Call) -> Value:
    """``ptp(a, axis)``."""
    call.without("out")
    array = call.array("a")
    return call.result(reduced(call, array.shape, call.flag("keepdims")), None, None)


def division(call: Call) -> Value:
    """``divmod(x1, x2)``: the quotient and the rest."""
    rules = binary(BINARY["floor_divide"]), binary(BINARY["mod"])
    return Items(tuple(rule(call) for rule in rules))


SELECTING: Final[Mapping[str, tuple[str, Rule]]] = {
    "where": ("condition, x=None, y=None, /, *, size=None, fill_value=None", where),
    "choose": ("a, choices, out=None, mode='raise'", chosen),
    "ldexp": ("x1, x2, /", scaled_by_powers),
    "frexp": ("x, /", in_two_parts),
    "modf": ("x, /, out=None", in_two_parts),
    "divmod": ("x1, x2, /", division),
    "clip": ("arr, /, min=None, max=None", clip),
    **dict.fromkeys(("round", "around"), ("a, decimals=0, out=None", rounded)),
    "nan_to_num": ("x, copy=True, nan=0.0, posinf=None, neginf=None", nan_to_num),
    "isclose": ("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", close),
    "allclose": ("a, b, rtol=1e-05, atol=1e-08, equal_nan=False", alike),
    "array_equal": ("a1, a2, equal_nan=False", equal),
    "array_equiv": ("a1, a2", equal),
    "isin": ("element, test_elements, assume_unique=False, invert=False, *, method=None", contained),
    "interp": ("x, xp, fp, left=None, right=None, period=None", interpolated),
    "unwrap": ("p, discont=None, axis=-1, period=6.283185307179586", unwound),
    "gradient": ("f, *varargs, axis=None, edge_order=None", gradient),
    "cov": ("m, y=None, rowvar=True, bias=False, ddof=None, fweights=None, aweights=None", covariance),
    "corrcoef": ("x, y=None, rowvar=True", covariance),
    "trapezoid": ("y, x=None, dx=1.0, axis=-1", trapezoid),
    "lexsort": ("keys, axis=-1", lexsort),
    "unique": (
        "ar, return_index=False, return_inverse=False, return_counts=False, axis=None, *, equal_nan=True, size=None,"
        " fill_value=None, sorted=True",
        unique,
    ),
    "ediff1d": ("ary, to_end=None, to_begin=None", row_of_differences),
    "vander": ("x, N=None, increasing=False", vandermonde),
    "diagflat": ("v, k=0", diagonal_matrix),
    "ptp": ("a, axis=None, out=None, keepdims=False", spread),
}
"""Functions of `jax.numpy`, each with its signature."""
