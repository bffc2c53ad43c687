"""Polynomials as vectors of their coefficients: ``polyfit``, ``polyadd``, ``polymul``."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..promotion import promoted_arrays
from ..sizes import added, differ
from ..values import ArrayValue, DType, MistakeError, UnclearError, Value, show


def polyval(call: Call) -> Value:
    """``polyval(p, x)``."""
    coefficients, at = call.array("p"), call.array("x")
    if coefficients.shape is None or len(coefficients.shape) != 1:
        raise UnclearError
    return call.result(at.shape, _inexact(coefficients, at), None)


def polyfit(call: Call) -> Value:
    """``polyfit(x, y, deg)``: the coefficients, for each column of ``y``."""
    call.only("x", "y", "deg")
    points, values = call.array("x"), call.array("y")
    degree = call.size("deg")
    if points.shape is not None and len(points.shape) != 1:
        raise MistakeError(f"polyfit takes a vector x, not {show(points.shape)}")
    if values.shape is not None and len(values.shape) not in (1, 2):
        raise MistakeError(f"polyfit takes a y of one or two axes, not {show(values.shape)}")
    if points.shape and values.shape and differ(points.shape[0], values.shape[0]):
        raise MistakeError(f"polyfit takes as many x as y: {show(points.shape)} and {show(values.shape)}")
    shape = None if values.shape is None else (added(degree, 1), *values.shape[1:])
    return call.result(shape, None, None)


def _of_two(sizes: Callable[[int, int], int]) -> Rule:
    """Return the rule of a function of two polynomials."""

    def rule(call: Call) -> Value:
        call.only("a1", "a2")
        one, other = call.array("a1"), call.array("a2")
        shapes = one.shape, other.shape
        if any(shape is None or len(shape) != 1 for shape in shapes):
            raise UnclearError
        first, second = (shape[0] if shape else None for shape in shapes)
        if not isinstance(first, int) or not isinstance(second, int) or 0 in (first, second):
            return call.result((None,), None, None)
        return call.result((sizes(first, second),), _inexact(one, other), None)

    return rule


def _of_one(size: Callable[[int, int], int]) -> Rule:
    """Return the rule of a function of one polynomial and an order."""

    def rule(call: Call) -> Value:
        call.only("p", "m")
        array, order = call.array("p"), call.integer("m")
        if array.shape is None or len(array.shape) != 1 or order is None or order < 0:
            raise UnclearError
        have = array.shape[0]
        return call.result((size(have, order) if isinstance(have, int) and have > order else None,), None, None)

    return rule


def _inexact(*arrays: ArrayValue) -> DType | None:
    """Return the dtype of what is calculated with floating numbers alone; None of others."""
    dtype, _ = promoted_arrays(arrays)
    return dtype if all(kind_of(array.dtype) in ("float", "complex") for array in arrays) else None


POLYNOMIALS: Final[Mapping[str, tuple[str, Rule]]] = {
    "polyval": ("p, x, *, unroll=16", polyval),
    "polyfit": ("x, y, deg, rcond=None, full=False, w=None, cov=False", polyfit),
    **dict.fromkeys(("polyadd", "polysub"), ("a1, a2", _of_two(max))),
    "polymul": ("a1, a2, *, trim_leading_zeros=False", _of_two(lambda one, other: one + other - 1)),
    "polyder": ("p, m=1", _of_one(lambda size, order: size - order)),
    "polyint": ("p, m=1, k=None", _of_one(lambda size, order: size + order)),
}
"""Functions of `jax.numpy`, each with its signature."""
