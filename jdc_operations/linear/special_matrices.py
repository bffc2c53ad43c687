"""``jax.scipy.linalg``: matrices of a known kind and size, and functions of square matrices."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..values import Items, UnclearError, Value
from .linear_algebra import matrix_of
from .scipy_linear_algebra import with_lists


def _of_size(call: Call) -> Value:
    """``hilbert(n)`` and the like."""
    size = call.size("n")
    return call.result((size, size), None, None)


def _of_vector(call: Call) -> Value:
    """``circulant(c)``: a row for each element of a vector."""
    shape = call.array("c").shape
    if shape is None or len(shape) != 1:
        raise UnclearError
    return call.result((*shape, *shape), None, None)


def _function_of(call: Call) -> Value:
    """``sqrtm(A)``: a matrix of the same shape."""
    shape = matrix_of(call, "A", square=True).shape
    if shape is None or len(shape) != 2:
        raise UnclearError
    return call.result(shape, None, None)


def _schur(call: Call) -> Value:
    """``schur(a)``: two matrices of the same shape."""
    shape = matrix_of(call, "a", square=True).shape
    if shape is None or len(shape) != 2:
        raise UnclearError
    return Items((call.result(shape, None, None),) * 2)


def _polar(call: Call) -> Value:
    """``polar(a)``: a matrix of the same shape, and a square one."""
    call.only("a", "side")
    shape, side = call.array("a").shape, call.text("side")
    if shape is None or len(shape) != 2 or side not in ("left", "right"):
        raise UnclearError
    size = shape[1] if side == "right" else shape[0]
    return Items((call.result(shape, None, None), call.result((size, size), None, None)))


_FUNCTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("hilbert", "invhilbert"), ("n", _of_size)),
    "dft": ("n, scale=None, dtype=None", _of_size),
    **dict.fromkeys(("pascal", "invpascal"), ("n, kind=None", _of_size)),
    "circulant": ("c", _of_vector),
    "sqrtm": ("A, blocksize=1", _function_of),
    "schur": ("a, output='real'", _schur),
    "polar": ("a, side='right', *, method='qdwh', eps=None, max_iterations=None", _polar),
}

SPECIAL_MATRICES: Final = {name: (form, with_lists(rule)) for name, (form, rule) in _FUNCTIONS.items()}
"""Functions of `jax.scipy.linalg`, each with its signature."""
