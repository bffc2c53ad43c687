"""``jax.numpy.linalg``: matrices on the last two axes, batches before them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of, to_complex, to_inexact, to_real_inexact
from ..numbers.elementwise import lifted_known
from ..promotion import promoted_arrays
from ..reducing.reductions import sum_dtype
from ..shaping.axes import matrix_transposed
from ..shaping.diagonals import diagonal_size
from ..sizes import differ, normal_axis, smaller
from ..values import ArrayValue, Dim, DType, Items, MistakeError, Scalar, Shape, UnclearError, Value, show
from .products import matmul, matmul_shape, tensordot

_MATRIX_DTYPES: Final = frozenset(("float32", "float64", "complex64", "complex128"))
Parts = Callable[[Shape], tuple[Shape, ...]]
Kinds = Callable[[str], str]


def matrix_of(call: Call, name: str, *, square: bool = False) -> ArrayValue:
    """Return an argument that holds matrices on its last two axes.

    Raises:
        MistakeError: it has fewer axes, or the matrices must be square and are not.

    """
    array = call.array(name)
    shape = array.shape
    if shape is not None:
        if len(shape) < 2:
            raise MistakeError(f"{call.name} takes matrices, not {show(shape)}")
        if square and differ(shape[-1], shape[-2]):
            raise MistakeError(f"{call.name} takes square matrices, not {show(shape)}")
    return array


def computed(array: ArrayValue, rule: Kinds) -> DType | None:
    """Return the dtype of a factorization; those in less than 32 bits differ by version of JAX."""
    if kind_of(array.dtype) in ("bool", "int"):
        return None
    dtype = lifted_known(rule, array.dtype)
    base = lifted_known(to_inexact, array.dtype)
    if base is None or not {base if isinstance(base, str) else base.narrow} <= _MATRIX_DTYPES:
        return None
    return dtype


def weakness_of(array: ArrayValue) -> bool | None:
    """Return False for a strong array; what becomes of a weak one differs between functions."""
    return False if array.weak is False else None


def factors(parts: Parts, kinds: tuple[Kinds, ...], *, square: bool = False) -> Rule:
    """Return the rule of a function of one matrix that gives one array or several."""

    def rule(call: Call) -> Value:
        call.without("rtol", "rcond", "hermitian", "tol", "symmetrize_input", "upper", "p")
        array = matrix_of(call, call_matrix(call), square=square)
        shapes = (None,) * len(kinds) if array.shape is None else parts(array.shape)
        made = [
            call.result(shape, computed(array, kind), weakness_of(array))
            for shape, kind in zip(shapes, kinds, strict=True)
        ]
        return made[0] if len(made) == 1 else Items(tuple(made))

    return rule


def symmetric(parts: Callable[[Dim], tuple[Shape, ...]], kinds: tuple[Kinds, ...]) -> Rule:
    """Return the rule of a function that first adds a matrix to its transpose, so that one size may be 1."""

    def rule(call: Call) -> Value:
        call.without("symmetrize_input", "upper")
        array = matrix_of(call, "a")
        shapes: tuple[Shape | None, ...] = (None,) * len(kinds)
        if array.shape is not None:
            *batch, rows, columns = array.shape
            if 1 not in (rows, columns):
                matrix_of(call, "a", square=True)
            sizes = [size for size in (rows, columns) if isinstance(size, int) and size > 1]
            size = sizes[0] if sizes else rows if rows == columns else None
            shapes = tuple((*batch, *part) for part in parts(size))
        made = [
            call.result(shape, computed(array, kind), weakness_of(array))
            for shape, kind in zip(shapes, kinds, strict=True)
        ]
        return made[0] if len(made) == 1 else Items(tuple(made))

    return rule


def call_matrix(call: Call) -> str:
    """Return the name of the parameter for the matrix."""
    return next(name for name in ("a", "A", "M", "x") if name in call.values)


def svd(call: Call) -> Value:
    """``svd(a, full_matrices, compute_uv)``."""
    call.without("hermitian", "subset_by_index")
    array = matrix_of(call, "a")
    full, vectors = call.flag("full_matrices"), call.flag("compute_uv")
    if vectors is None:
        raise UnclearError
    real = computed(array, to_real_inexact)
    own = computed(array, to_inexact)
    if array.shape is None:
        shapes: tuple[Shape | None, ...] = (None, None, None)
    else:
        *batch, rows, columns = array.shape
        least = smaller(rows, columns)
        sizes = (rows, columns) if full else (least, least) if full is False else (None, None)
        shapes = ((*batch, rows, sizes[0]), (*batch, least), (*batch, sizes[1], columns))
    values = call.result(shapes[1], real, weakness_of(array))
    if not vectors:
        return values
    left, right = (call.result(shape, own, weakness_of(array)) for shape in (shapes[0], shapes[2]))
    return Items((left, values, right))


def qr(call: Call) -> Value:
    """``qr(a, mode)``."""
    array = matrix_of(call, "a")
    mode = call.text("mode")
    dtype = computed(array, to_inexact)
    if mode not in ("reduced", "complete", "r"):
        raise UnclearError
    shapes: tuple[Shape | None, Shape | None] = (None, None)
    if array.shape is not None:
        *batch, rows, columns = array.shape
        inner = rows if mode == "complete" else smaller(rows, columns)
        shapes = (*batch, rows, inner), (*batch, inner, columns)
    left, right = (call.result(shape, dtype, weakness_of(array)) for shape in shapes)
    return right if mode == "r" else Items((left, right))


def solve(call: Call) -> Value:
    """``solve(a, b)``: ``b`` is one vector, or matrices."""
    matrix, right = matrix_of(call, "a", square=True), call.array("b")
    dtype, _ = promoted_arrays((matrix, right), call.library)
    shape: Shape | None = None
    if right.shape == ():
        raise MistakeError("solve takes a b of at least one axis, not ()")
    if matrix.shape is not None and right.shape is not None:
        single = len(right.shape) == 1
        rows = right.shape[-1] if single else right.shape[-2]
        if differ(matrix.shape[-1], rows):
            raise MistakeError(
                f"solve of {show(matrix.shape)} with {show(right.shape)}: {matrix.shape[-1]} and {rows}"
            )
        if single:
            shape = matrix.shape[:-1]
        else:
            batch = broadcast(matrix.shape[:-2], right.shape[:-2])
            shape = None if batch is None else (*batch, matrix.shape[-1], right.shape[-1])
            if len(matrix.shape) != len(right.shape):
                shape = None
    return call.result(shape, computed(ArrayValue((), dtype), to_inexact), None)


def matrix_power(call: Call) -> Value:
    """``matrix_power(a, n)``."""
    array = matrix_of(call, "a", square=True)
    power = call.values["n"]
    whole = isinstance(power, Scalar) and isinstance(power.value, int) and power.value >= 0
    dtype = array.dtype if whole and kind_of(array.dtype) in ("float", "complex") else None
    return call.result(array.shape, dtype, None)


def multi_dot(call: Call) -> Value:
    """``multi_dot(arrays)``: the product of all."""
    arrays = call.arrays("arrays")
    if arrays is None or len(arrays) < 2:
        raise UnclearError
    shape = arrays[0].shape
    ranks = [None if array.shape is None else len(array.shape) for array in arrays]
    if any(rank is not None and rank > 2 for rank in ranks) or None in ranks:
        raise UnclearError
    if any(rank != 2 for rank in ranks[1:-1]):
        raise UnclearError
    for array in arrays[1:]:
        shape = matmul_shape(shape, array.shape)
    dtype, weak = promoted_arrays(arrays)
    return call.result(shape, dtype, False if weak is False else None)


def lstsq(call: Call) -> Value:
    """``lstsq(a, b)``: solution, residuals, rank, singular values."""
    call.only("a", "b")
    matrix, right = call.array("a"), call.array("b")
    for array in (matrix, right):
        if array.shape is not None and (len(array.shape) > 2 or array.shape == ()):
            raise UnclearError
    if matrix.shape is None or len(matrix.shape) != 2 or right.shape is None:
        raise UnclearError
    if differ(matrix.shape[0], right.shape[0]):
        raise MistakeError(f"lstsq of {show(matrix.shape)} with {show(right.shape)}")
    dtype, _ = promoted_arrays((matrix, right))
    solution = call.result((matrix.shape[1], *right.shape[1:]), computed(ArrayValue((), dtype), to_inexact), None)
    rest = ArrayValue()
    values = call.result((smaller(*matrix.shape),), None, None)
    return Items((solution, rest, call.result((), None, None), values))


def _diagonal(shape: Shape) -> Shape:
    return (*shape[:-2], smaller(shape[-2], shape[-1]))


def matrix_transpose(call: Call) -> Value:
    """``matrix_transpose(x)``."""
    array = call.array("x")
    return call.like(array, None if array.shape is None else matrix_transposed(call.name, array.shape))


def rank(call: Call) -> Value:
    """``matrix_rank(M)``."""
    call.without("rtol", "tol")
    array = call.array("M")
    if array.shape is not None and len(array.shape) < 2:
        raise UnclearError
    return call.result(None if array.shape is None else array.shape[:-2], None, None)


def vector_outer(call: Call) -> Value:
    """``outer(x1, x2)`` of vectors."""
    arrays = [call.array("x1"), call.array("x2")]
    for array in arrays:
        if array.shape is not None and len(array.shape) != 1:
            raise MistakeError(f"linalg.outer takes vectors, not {show(array.shape)}; jnp.outer makes others flat")
    dtype, weak = promoted_arrays(arrays)
    return call.result(tuple(array.shape[0] if array.shape else None for array in arrays), dtype, weak)


def vecdot(call: Call) -> Value:
    """``vecdot(x1, x2, axis)``."""
    arrays = [call.array("x1"), call.array("x2")]
    axis = call.integer("axis")
    dtype, weak = promoted_arrays(arrays)
    sizes: list[Shape | None] = []
    for array in arrays:
        if array.shape is None or axis is None:
            return call.result(None, dtype, None)
        where = normal_axis(axis, array.shape)
        sizes.append((*array.shape[:where], *array.shape[where + 1 :]))
    one, other = (array.shape for array in arrays)
    assert one is not None
    assert other is not None
    if axis != -1:
        raise UnclearError
    if differ(one[-1], other[-1]):
        raise MistakeError(f"vecdot contracts {one[-1]} with {other[-1]}: {show(one)} and {show(other)}")
    return call.result(broadcast(*sizes), dtype, False if weak is False else None)


def cross(call: Call) -> Value:
    """``cross(x1, x2)`` of vectors of three numbers on the last axis."""
    call.only("x1", "x2")
    arrays = [call.array("x1"), call.array("x2")]
    for array in arrays:
        if array.shape is not None and (not array.shape or differ(array.shape[-1], 3)):
            raise MistakeError(f"linalg.cross takes vectors of 3 numbers on the last axis, not {show(array.shape)}")
    dtype, weak = promoted_arrays(arrays)
    batch = broadcast(*(None if array.shape is None else array.shape[:-1] for array in arrays))
    return call.result(None if batch is None else (*batch, 3), dtype, False if weak is False else None)


def diagonal(call: Call) -> Value:
    """``diagonal(x, offset)`` of matrices on the last two axes."""
    array, offset = matrix_of(call, "x"), call.integer("offset")
    shape = array.shape
    size = None if shape is None else diagonal_size(shape[-2], shape[-1], offset)
    made = None if shape is None else (*shape[:-2], size)
    return call.result(made, array.dtype, False if array.weak is False else None)


def trace(call: Call) -> Value:
    """``trace(x)``: the sum of the diagonal of matrices on the last two axes."""
    array = matrix_of(call, "x")
    dtype = call.dtype("dtype", sum_dtype(call, array))
    shape = None if array.shape is None else array.shape[:-2]
    return call.result(shape, dtype, False if array.weak is False else None)


_VALUES: Final[Parts] = lambda shape: (shape[:-1],)  # noqa: E731
_SYSTEM: Final[Parts] = lambda shape: (shape[:-1], shape)  # noqa: E731
_SAME: Final[Parts] = lambda shape: (shape,)  # noqa: E731
_NUMBER: Final[Parts] = lambda shape: (shape[:-2],)  # noqa: E731

LINEAR_ALGEBRA: Final[Mapping[str, tuple[str, Rule]]] = {
    "matrix_norm": ("x, /, *, keepdims=False, ord='fro'", factors(_NUMBER, (to_real_inexact,))),
    "inv": ("a", factors(_SAME, (to_inexact,), square=True)),
    "pinv": (
        "a, rtol=None, hermitian=False, *, rcond=None",
        factors(lambda shape: ((*shape[:-2], shape[-1], shape[-2]),), (to_inexact,)),
    ),
    "det": ("a", factors(_NUMBER, (to_inexact,), square=True)),
    "slogdet": (
        "a, *, method=None",
        factors(lambda shape: (shape[:-2], shape[:-2]), (to_inexact, to_real_inexact), square=True),
    ),
    "cholesky": ("a, *, upper=False, symmetrize_input=True", symmetric(lambda n: ((n, n),), (to_inexact,))),
    "eigh": (
        "a, UPLO=None, symmetrize_input=True",
        symmetric(lambda n: ((n,), (n, n)), (to_real_inexact, to_inexact)),
    ),
    "eigvalsh": ("a, UPLO='L', *, symmetrize_input=True", symmetric(lambda n: ((n,),), (to_real_inexact,))),
    "eig": ("a", factors(_SYSTEM, (to_complex, to_complex), square=True)),
    "eigvals": ("a", factors(_VALUES, (to_complex,), square=True)),
    "svd": ("a, full_matrices=True, compute_uv=True, hermitian=False, subset_by_index=None", svd),
    "svdvals": ("x, /", factors(lambda shape: (_diagonal(shape),), (to_real_inexact,))),
    "qr": ("a, mode='reduced'", qr),
    "solve": ("a, b", solve),
    "lstsq": ("a, b, rcond=None, *, numpy_resid=False", lstsq),
    "matrix_power": ("a, n", matrix_power),
    "multi_dot": ("arrays, *, precision=None", multi_dot),
    "outer": ("x1, x2, /", vector_outer),
    "tensordot": ("x1, x2, /, *, axes=2, precision=None, preferred_element_type=None", tensordot("x1", "x2")),
    "matmul": ("x1, x2, /, *, precision=None, preferred_element_type=None", matmul("x1", "x2")),
    "matrix_transpose": ("x, /", matrix_transpose),
    "cond": ("x, p=None", factors(_NUMBER, (to_real_inexact,))),
    "matrix_rank": ("M, rtol=None, *, tol=None", rank),
    "cross": ("x1, x2, /, *, axis=-1", cross),
    "diagonal": ("x, /, *, offset=0", diagonal),
    "trace": ("x, /, *, offset=0, dtype=None", trace),
    "vecdot": ("x1, x2, /, *, axis=-1, precision=None, preferred_element_type=None", vecdot),
}
"""Functions of `jax.numpy.linalg`, each with its signature."""
