"""Functions of `jax.numpy` by what they make of their arguments.

Those that look at a shape or a dtype are left out: `jnp.ndim` gives a number of Python.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

OF_ONE: Final = (
    *("abs", "all", "any", "argmax", "argmin", "argsort", "cbrt", "ceil", "cos", "cosh", "count_nonzero", "cumprod"),
    *("cumsum", "diag", "diagonal", "diff", "exp", "exp2", "expand_dims", "expm1", "fft.fft", "fft.ifft", "flip"),
    *("floor", "imag", "isfinite", "isinf", "isnan", "linalg.cholesky", "linalg.det", "linalg.eigvalsh"),
    *("linalg.inv", "linalg.norm", "linalg.pinv", "log", "log10", "log1p", "log2", "logical_not", "max", "mean"),
    *("median", "min", "moveaxis", "nan_to_num", "nanmax", "nanmean", "nanmin", "nansum", "negative", "pad"),
    *("prod", "ravel", "real", "reciprocal", "repeat", "reshape", "roll", "round", "sign", "sin", "sinh", "sort"),
    *("sqrt", "square", "squeeze", "std", "sum", "swapaxes", "tan", "tanh", "tile", "trace", "transpose", "tril"),
    *("triu", "trunc", "var"),
)
"""Functions that make an array of their first argument, or refuse it."""
OF_SEVERAL: Final = (
    *("add", "allclose", "arctan2", "array_equal", "clip", "convolve", "cross", "divide", "dot", "equal", "greater"),
    *("greater_equal", "hypot", "inner", "isclose", "kron", "less", "less_equal", "linalg.solve", "logaddexp"),
    *("logical_and", "logical_or", "logical_xor", "matmul", "maximum", "minimum", "mod", "multiply", "not_equal"),
    *("outer", "percentile", "power", "quantile", "remainder", "searchsorted", "subtract", "take", "vdot", "where"),
)
"""Functions that make an array of each of their arguments, or refuse it."""
CREATING: Final = frozenset(
    (
        *("arange", "array", "asarray", "empty", "empty_like", "eye", "full", "full_like", "identity", "linspace"),
        *("ones", "ones_like", "zeros", "zeros_like"),
    )
)
"""Functions that make an array, which need not be a tracer where their arguments are."""
SIZED: Final[Mapping[str, tuple[int, str]]] = {
    "array_split": (1, "indices_or_sections"),
    "broadcast_to": (1, "shape"),
    "empty": (0, "shape"),
    "eye": (0, "N"),
    "full": (0, "shape"),
    "identity": (0, "n"),
    "linalg.matrix_power": (1, "n"),
    "linspace": (2, "num"),
    "logspace": (2, "num"),
    "ones": (0, "shape"),
    "pad": (1, "pad_width"),
    "polyfit": (2, "deg"),
    "reshape": (1, "shape"),
    "split": (1, "indices_or_sections"),
    "tile": (1, "reps"),
    "tri": (0, "N"),
    "zeros": (0, "shape"),
}
"""Functions with an argument that is a shape or a size."""
