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
SHAPED: Final[Mapping[str, tuple[int, str]]] = {
    **{f"numpy.{name}": (0, "shape") for name in ("zeros", "ones", "empty", "full")},
    **{f"jax.numpy.{name}": place for name, place in SIZED.items()},
    "jax.numpy.repeat": (1, "repeats"),
    "jax.lax.broadcast": (1, "sizes"),
    "jax.lax.broadcast_in_dim": (1, "shape"),
    "jax.lax.broadcasted_iota": (1, "shape"),
    "jax.lax.dynamic_slice": (2, "slice_sizes"),
    "jax.lax.dynamic_slice_in_dim": (2, "slice_size"),
    "jax.lax.full": (0, "shape"),
    "jax.lax.iota": (1, "size"),
    "jax.lax.top_k": (1, "k"),
    "jax.nn.one_hot": (1, "num_classes"),
    "jax.random.split": (1, "num"),
    **{
        f"jax.random.{name}": (1, "shape")
        for name in ("bits", "cauchy", "exponential", "gumbel", "laplace", "logistic", "normal", "rademacher")
    },
    **{f"jax.random.{name}": (1, "shape") for name in ("randint", "uniform")},
    "jax.random.choice": (2, "shape"),
}
"""Functions with an argument that is a shape or a size, by the name under which they are imported."""
EXCUSED: Final = "total_repeat_length"
"""The argument of `jax.numpy.repeat` that gives the result its size."""
OF_A_NUMBER: Final = frozenset(
    (
        *("acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil", "copysign", "cos", "cosh"),
        *("degrees", "exp", "exp2", "expm1", "fabs", "floor", "fmod", "gcd", "hypot", "isclose", "isfinite", "isinf"),
        *("isnan", "lcm", "log", "log10", "log1p", "log2", "pow", "radians", "remainder", "sin", "sinh", "sqrt"),
        *("tan", "tanh"),
    )
)
"""Functions of `math`, which take numbers alone."""
