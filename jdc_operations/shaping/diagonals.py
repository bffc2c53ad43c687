"""Diagonals and triangles of matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..reducing.reductions import sum_dtype
from ..sizes import added, differ, normal_axis, smaller
from ..values import Dim, MistakeError, Shape, UnclearError, Value, show
from .shaping import shaped


def _triangle(call: Call, shape: Shape) -> Shape:
    if len(shape) < 2:
        if call.library == "numpy":
            raise UnclearError
        raise MistakeError(f"{call.name} takes at least two axes, not {show(shape)}")
    return shape


def diagonal_size(rows: Dim, columns: Dim, offset: int | None) -> Dim:
    """Return how many numbers a diagonal of a matrix has."""
    if offset is None:
        return None
    if offset == 0:
        return smaller(rows, columns)
    if not isinstance(rows, int) or not isinstance(columns, int):
        return None
    return max(0, min(rows, columns - offset) if offset > 0 else min(rows + offset, columns))


def _diagonal(call: Call, shape: Shape) -> Shape | None:
    if len(shape) < 2:
        raise MistakeError(f"{call.name} takes at least two axes, not {show(shape)}")
    offset, one, other = (call.integer(name) for name in ("offset", "axis1", "axis2"))
    if one is None or other is None:
        return None
    one, other = normal_axis(one, shape), normal_axis(other, shape)
    if one == other:
        raise MistakeError(f"{call.name} takes two different axes")
    rest = tuple(size for axis, size in enumerate(shape) if axis not in (one, other))
    return (*rest, diagonal_size(shape[one], shape[other], offset))


def _diag(call: Call, shape: Shape) -> Shape:
    offset = call.integer("k")
    if len(shape) == 1:
        size = None if offset is None else added(shape[0], abs(offset))
        return (size, size)
    if len(shape) != 2:
        raise MistakeError(f"diag takes one or two axes, not {show(shape)}")
    return (diagonal_size(shape[0], shape[1], offset),)


def _trace(call: Call, shape: Shape) -> Shape | None:
    diagonal = _diagonal(call, shape)
    return None if diagonal is None else diagonal[:-1]


def diagonal(call: Call) -> Value:
    """``diagonal(a, offset, axis1, axis2)``; of a square matrix it is never weak."""
    array = call.array("a")
    shape = None if array.shape is None else _diagonal(call, array.shape)
    return call.result(shape, array.dtype, False if array.weak is False else None)


def diag(call: Call) -> Value:
    """``diag(v, k)``: a matrix of a row, or the diagonal of a matrix, which is never weak if that is square."""
    array = call.array("v")
    if array.shape is None:
        return call.result(None, array.dtype, False if array.weak is False else None)
    shape, offset = _diag(call, array.shape), call.integer("k")
    is_off = offset is not None and offset != 0
    keeps_weak = array.weak is False or len(array.shape) == 1 or is_off or differ(*array.shape)
    is_square = offset == 0 and isinstance(array.shape[0], int) and array.shape[0] == array.shape[-1]
    return call.result(shape, array.dtype, array.weak if keeps_weak else False if is_square else None)


def trace(call: Call) -> Value:
    """``trace(a)``: the sum of the diagonal."""
    call.without("out")
    array = call.array("a")
    shape = None if array.shape is None else _trace(call, array.shape)
    dtype = call.dtype("dtype", sum_dtype(call, array))
    return call.result(shape, dtype, False if array.weak is False else None)


def fill_diagonal(call: Call) -> Value:
    """``fill_diagonal(a, val, inplace=False)`` gives a copy."""
    array = call.array("a")
    return call.result(array.shape, array.dtype, False if array.weak is False else None)


DIAGONALS: Final[Mapping[str, tuple[str, Rule]]] = {
    "tril": ("m, k=0", shaped("m", _triangle)),
    "triu": ("m, k=0", shaped("m", _triangle)),
    "diagonal": ("a, offset=0, axis1=0, axis2=1", diagonal),
    "fill_diagonal": ("a, val, wrap=False, *, inplace=True", fill_diagonal),
    "diag": ("v, k=0", diag),
    "trace": ("a, offset=0, axis1=0, axis2=1, dtype=None, out=None", trace),
}
"""Functions of `jax.numpy`, each with its signature."""
