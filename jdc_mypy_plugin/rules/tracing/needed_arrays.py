"""Functions of NumPy that make an array of NumPy of what they are given, which of a tracer there is none.

Those that call a method of their argument, such as ``np.sum``, work. Which do what was tried out with NumPy 2.4
and jax 0.4.30 to 0.10.2.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression

from ...syntax.names.targets import row

_OF_ONE: Final = frozenset(
    (
        *("abs", "absolute", "angle", "arccos", "arccosh", "arcsin", "arcsinh", "arctan", "arctanh", "argwhere"),
        *("array", "asanyarray", "asarray", "ascontiguousarray", "atleast_1d", "atleast_2d", "atleast_3d", "average"),
        *("cbrt", "ceil", "clip", "conj", "conjugate", "copy", "corrcoef", "cos", "cosh", "count_nonzero", "cov"),
        *("deg2rad", "degrees", "diag", "diagflat", "diagonal", "diff", "digitize", "empty_like", "exp", "exp2"),
        *("expand_dims", "expm1", "fabs", "flatnonzero", "fliplr", "flipud", "floor", "full_like", "gradient"),
        *("histogram", "i0", "invert", "isfinite", "isinf", "isnan", "isneginf", "isposinf", "log", "log10", "log1p"),
        *("log2", "logical_not", "median", "nan_to_num", "nanargmax", "nanargmin", "nancumprod", "nancumsum"),
        *("nanmax", "nanmean", "nanmedian", "nanmin", "nanpercentile", "nanprod", "nanquantile", "nanstd", "nansum"),
        *("nanvar", "negative", "nonzero", "ones_like", "packbits", "pad", "percentile", "poly", "polyder"),
        *("polyint", "positive", "ptp", "quantile", "rad2deg", "radians", "ravel", "reciprocal", "rint"),
        *("roots", "rot90", "sign", "signbit", "sin", "sinc", "sinh", "sort", "sqrt", "square", "tan", "tanh"),
        *("tile", "trace", "tril", "triu", "trunc", "unique", "vander", "zeros_like"),
        *("linalg.cholesky", "linalg.cond", "linalg.det", "linalg.eig", "linalg.eigh", "linalg.eigvals"),
        *("linalg.eigvalsh", "linalg.inv", "linalg.matrix_power", "linalg.matrix_rank", "linalg.norm"),
        *("linalg.pinv", "linalg.qr", "linalg.slogdet", "linalg.svd"),
        *("fft.fft", "fft.fft2", "fft.fftn", "fft.fftshift", "fft.hfft", "fft.ifft", "fft.ifft2", "fft.ifftn"),
        *("fft.ifftshift", "fft.ihfft", "fft.irfft", "fft.irfft2", "fft.irfftn", "fft.rfft", "fft.rfft2"),
        "fft.rfftn",
    )
)
_DTYPES: Final = frozenset(
    f"{kind}{bits}" for kind, sizes in (("float", (16, 32, 64)), ("int", (8, 16, 32, 64))) for bits in sizes
)
"""Types of numbers, which are called with one."""
_OF_TWO: Final = frozenset(
    (
        *("add", "allclose", "append", "arctan2", "bitwise_and", "bitwise_or", "bitwise_xor", "convolve", "copysign"),
        *("correlate", "cross", "divide", "dot", "equal", "float_power", "floor_divide", "fmax", "fmin", "fmod"),
        *("greater", "greater_equal", "heaviside", "hypot", "inner", "isclose", "isin", "kron", "left_shift"),
        *("less", "less_equal", "linspace", "logaddexp", "logaddexp2", "logical_and", "logical_or", "logical_xor"),
        *("logspace", "matmul", "maximum", "minimum", "mod", "multiply", "not_equal", "outer", "polyval", "power"),
        *("remainder", "right_shift", "subtract", "tensordot", "true_divide", "vdot"),
        *("linalg.lstsq", "linalg.solve"),
        *("testing.assert_allclose", "testing.assert_almost_equal", "testing.assert_array_almost_equal"),
        *("testing.assert_array_equal", "testing.assert_array_less"),
    )
)
_OF_ALL: Final = frozenset(("broadcast_arrays", "einsum", "interp", "meshgrid", "where"))
_OF_A_ROW: Final = frozenset(
    ("block", "column_stack", "concatenate", "dstack", "hstack", "linalg.multi_dot", "stack", "vstack")
)
_TREES: Final = ("array", "asarray")
"""Functions that take a list of arrays for one."""
_RENAMED: Final = {"asanyarray": "asarray", "ascontiguousarray": "asarray"}
_NUMPY: Final = "numpy."
_TESTING: Final = "testing."


def is_taken_whole(function: str) -> bool:
    """Return whether a function, by its full name, takes a tree of numbers for an array."""
    return function.removeprefix(_NUMPY) in _TREES


def arrays_for_numpy(call: CallExpr, function: str) -> Iterator[Expression]:
    """Yield the arguments of a call of a function, given by its full name, of which NumPy makes arrays."""
    name = function.removeprefix(_NUMPY)
    given = [value for value, kind in zip(call.args, call.arg_kinds, strict=True) if kind.is_positional()]
    if not function.startswith(_NUMPY) or any(kind.is_star() for kind in call.arg_kinds):
        return
    if name in _OF_ONE or name in _DTYPES:
        yield from given[:1]
    elif name in _OF_TWO:
        yield from given[:2]
    elif name in _OF_ALL:
        yield from given
    elif name in _OF_A_ROW:
        yield from (part for value in given[:1] for part in row(value))


def in_jax(function: str) -> str:
    """Return the function of JAX that does what a function of NumPy does."""
    name = function.removeprefix(_NUMPY)
    if name.startswith(_TESTING):
        return "jax.experimental.checkify, or compare what the function returns"
    return f"jnp.{_RENAMED.get(name, name)}"
