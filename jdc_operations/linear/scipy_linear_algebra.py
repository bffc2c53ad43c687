"""``jax.scipy.linalg``: matrices on the last two axes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import to_inexact
from ..promotion import promoted_arrays
from ..sizes import added, differ, smaller
from ..values import NONE, UNKNOWN, ArrayValue, Items, MistakeError, Scalar, Shape, Text, UnclearError, Value, show
from .linear_algebra import LINEAR_ALGEBRA, Parts, computed, factors, matrix_of, weakness_of

_SAME: Final[Parts] = lambda shape: (shape,)  # noqa: E731
_SQUARE: Final = factors(_SAME, (to_inexact,), square=True)


def solved(call: Call, matrix: ArrayValue, right: ArrayValue) -> Value:
    """Return what a system gives whose right side is a vector or a matrix.

    Raises:
        MistakeError: the sides have different numbers of rows.

    """
    dtype, _ = promoted_arrays((matrix, right))
    shape: Shape | None = None
    if right.shape is not None and not right.shape:
        raise MistakeError(f"{call.name} takes a b of at least one axis, not ()")
    if matrix.shape is not None and right.shape and len(matrix.shape) == 2 and len(right.shape) in (1, 2):
        one, other = matrix.shape[-1], right.shape[0]
        if differ(one, other):
            raise MistakeError(f"{call.name} of {show(matrix.shape)} with {show(right.shape)}: {one} and {other}")
        shape = right.shape
    return call.result(shape, computed(ArrayValue((), dtype), to_inexact), None)


def solve(call: Call) -> Value:
    """``solve(a, b)``, and ``solve_triangular(a, b)``."""
    return solved(call, matrix_of(call, "a", square=True), call.array("b"))


def factored_solve(name: str) -> Rule:
    """Return the rule of ``cho_solve((c, lower), b)`` and ``lu_solve((lu, pivots), b)``."""

    def rule(call: Call) -> Value:
        pair = call.values[name]
        matrix = pair.items[0] if isinstance(pair, Items) and len(pair.items) == 2 else UNKNOWN
        if not isinstance(matrix, ArrayValue):
            raise UnclearError
        given = call.having("a", matrix)
        return solved(call, matrix_of(given, "a", square=True), call.array("b"))

    return rule


def _with_flag(rule: Rule, flag: Value) -> Rule:
    """Return the rule of a function that gives something else beside the array."""
    return lambda call: Items((rule(call), flag))


def cholesky(call: Call) -> Value:
    """``cholesky(a)``; some versions of JAX find out late that a matrix is not square."""
    shape = matrix_of(call, "a").shape
    if shape is not None and differ(shape[-2], shape[-1]):
        raise UnclearError
    return _SQUARE(call)


def eigh(call: Call) -> Value:
    """``eigh(a, eigvals_only)``."""
    call.without("b", "eigvals")
    only = call.flag("eigvals_only")
    if only is None:
        raise UnclearError
    made = LINEAR_ALGEBRA["eigvalsh" if only else "eigh"][1]
    return made(call)


def lu(call: Call) -> Value:
    """``lu(a, permute_l)``."""
    array = matrix_of(call, "a")
    permutes = call.flag("permute_l")
    if permutes is None:
        raise UnclearError
    dtype = computed(array, to_inexact)
    shapes: tuple[Shape | None, ...] = (None, None, None)
    if array.shape is not None and len(array.shape) == 2:
        rows, columns = array.shape
        least = smaller(rows, columns)
        shapes = (rows, rows), (rows, least), (least, columns)
    permutation, lower, upper = (call.result(shape, None, None) for shape in shapes)
    lower, upper = (call.result(each.shape, dtype, weakness_of(array)) for each in (lower, upper))
    return Items((lower, upper) if permutes else (permutation, lower, upper))


def lu_factor(call: Call) -> Value:
    """``lu_factor(a)``: both factors in one matrix, and the pivots."""
    array = matrix_of(call, "a")
    pivots = None if array.shape is None else (*array.shape[:-2], smaller(*array.shape[-2:]))
    made = call.result(array.shape, computed(array, to_inexact), weakness_of(array))
    return Items((made, call.result(pivots, None, None)))


def qr(call: Call) -> Value:
    """``qr(a, mode)``: in SciPy's words."""
    array, mode, pivots = matrix_of(call, "a"), call.text("mode"), call.flag("pivoting")
    if mode not in ("full", "economic", "r") or pivots is not False:
        raise UnclearError
    shapes: tuple[Shape | None, Shape | None] = (None, None)
    if array.shape is not None:
        *batch, rows, columns = array.shape
        inner = smaller(rows, columns) if mode == "economic" else rows
        shapes = (*batch, rows, inner), (*batch, inner, columns)
    left, right = (call.result(shape, computed(array, to_inexact), weakness_of(array)) for shape in shapes)
    return Items((right,) if mode == "r" else (left, right))


def block_diag(call: Call) -> Value:
    """``block_diag(*arrs)``: the matrices one below and beside the other."""
    arrays = call.arrays("arrs")
    if not arrays:
        raise UnclearError
    sizes: list[Shape | None] = []
    for array in arrays:
        if array.shape is not None and len(array.shape) > 2:
            raise MistakeError(f"block_diag takes matrices, not {show(array.shape)}")
        sizes.append(None if array.shape is None else (*(1,) * (2 - len(array.shape)), *array.shape))
    known = [shape for shape in sizes if shape is not None]
    shape = tuple(added(*axis) for axis in zip(*known, strict=True)) if len(known) == len(sizes) else (None, None)
    dtype, weak = promoted_arrays(arrays)
    return call.result(shape, dtype, False if weak is False else None)


def toeplitz(call: Call) -> Value:
    """``toeplitz(c, r)`` of vectors."""
    if call.values["c"] is NONE:
        raise UnclearError
    arrays = [call.array(name) for name in ("c", "r") if call.values[name] is not NONE]
    if any(array.shape is None or len(array.shape) != 1 for array in arrays):
        raise UnclearError
    dtype, _ = promoted_arrays(arrays)
    sizes = [array.shape[0] for array in arrays if array.shape]
    if 0 in sizes:
        raise UnclearError  # an empty vector has no say in the dtype
    return call.result((sizes[0], sizes[-1]), dtype, None)


_CHECKED: Final = "overwrite_a=False, check_finite=True"
_SCALAR: Final = Scalar("bool")
_TRIANGULAR: Final = "trans=0, lower=False, unit_diagonal=False, overwrite_b=False, debug=None, check_finite=True"


def with_lists(rule: Rule) -> Rule:
    """Return the rule of a function that takes lists in the place of arrays, of which it says nothing."""

    def lenient(call: Call) -> Value:
        if any(isinstance(call.values[name], Items | Text) for name in call.given.intersection(("a", "A", "b", "c"))):
            raise UnclearError
        return rule(call)

    return lenient


_FUNCTIONS: Final[Mapping[str, tuple[str, Rule]]] = {
    "cholesky": (f"a, lower=False, {_CHECKED}", cholesky),
    "cho_factor": (f"a, lower=False, {_CHECKED}", _with_flag(cholesky, _SCALAR)),
    "cho_solve": ("c_and_lower, b, overwrite_b=False, check_finite=True", factored_solve("c_and_lower")),
    "solve_triangular": (f"a, b, {_TRIANGULAR}", solve),
    "solve": (
        "a, b, lower=False, overwrite_a=False, overwrite_b=False, debug=False, check_finite=True, assume_a='gen'",
        solve,
    ),
    "inv": (f"a, {_CHECKED}", LINEAR_ALGEBRA["inv"][1]),
    "det": (f"a, {_CHECKED}", LINEAR_ALGEBRA["det"][1]),
    "expm": ("A, *, upper_triangular=False, max_squarings=16", _SQUARE),
    "eigh": (
        "a, b=None, lower=True, eigvals_only=False, overwrite_a=False, overwrite_b=False, turbo=True, eigvals=None,"
        " type=1, check_finite=True",
        eigh,
    ),
    "svd": (
        "a, full_matrices=True, compute_uv=True, overwrite_a=False, check_finite=True, lapack_driver='gesdd'",
        LINEAR_ALGEBRA["svd"][1],
    ),
    "lu": (f"a, permute_l=False, {_CHECKED}", lu),
    "lu_factor": (f"a, {_CHECKED}", lu_factor),
    "lu_solve": ("lu_and_piv, b, trans=0, overwrite_b=False, check_finite=True", factored_solve("lu_and_piv")),
    "qr": ("a, overwrite_a=False, lwork=None, mode='full', pivoting=False, check_finite=True", qr),
    "block_diag": ("*arrs", block_diag),
    "toeplitz": ("c, r=None", toeplitz),
}

SCIPY_LINEAR_ALGEBRA: Final = {name: (form, with_lists(rule)) for name, (form, rule) in _FUNCTIONS.items()}
"""Functions of `jax.scipy.linalg`, each with its signature."""
