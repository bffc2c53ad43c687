"""Functions of NumPy that give arrays of the shapes that `jax.numpy` gives, and of dtypes of their own."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from types import MappingProxyType
from typing import Final

from ..arguments import Call, Rule
from ..values import ArrayValue, DTypeMistakeError, Items, Library, UnclearError, Value

NAMES: Final = frozenset(
    (
        *("acos", "acosh", "angle", "arctan2", "argpartition", "argwhere", "asin", "asinh", "atan"),
        *("atan2", "atanh", "average", "bartlett", "bincount", "bitwise_count", "bitwise_invert"),
        *("bitwise_left_shift", "bitwise_not", "bitwise_right_shift", "blackman", "block"),
        *("broadcast_arrays", "concat", "convolve", "copysign", "corrcoef", "correlate", "cov"),
        *("cross", "delete", "diag_indices", "diagflat", "digitize", "divmod", "dsplit", "ediff1d"),
        *("fabs", "flatnonzero", "float_power", "fmax", "fmin", "fmod", "frexp", "gcd", "geomspace"),
        *("gradient", "hamming", "hanning", "heaviside", "histogram_bin_edges", "hsplit", "hypot", "i0"),
        *("indices", "insert", "interp", "iscomplex", "isneginf", "isposinf", "ix_", "kaiser", "kron"),
        *("lcm", "ldexp", "lexsort", "logaddexp", "logaddexp2", "logical_xor", "matrix_transpose"),
        *("matvec", "median", "modf", "nan_to_num", "nanargmax", "nanargmin", "nancumprod", "nancumsum"),
        *("nanmax", "nanmean", "nanmedian", "nanmin", "nanstd", "nanvar", "nextafter", "packbits"),
        *("partition", "permute_dims", "polyadd", "polyder", "polyfit", "polyint", "polymul", "polysub"),
        *("polyval", "pow", "reciprocal", "rollaxis", "select", "signbit", "sinc", "sort_complex"),
        *("spacing", "trapezoid", "tril_indices", "tril_indices_from", "triu_indices"),
        *("triu_indices_from", "unravel_index", "unstack", "unwrap", "vander", "vecdot", "vecmat"),
        *("vsplit",),
    )
)
"""Functions whose rules are those of `jax.numpy`."""


def of_shapes(rule: Rule, names: Mapping[str, str] = MappingProxyType({})) -> Rule:
    """Return the rule of a function of NumPy, given that of the same function of `jax.numpy`.

    ``names`` has what the parameters of that are called where NumPy calls them otherwise.
    """

    def shaped(call: Call) -> Value:
        values = {names.get(name, name): _of(value, "jax") for name, value in call.values.items()}
        given = frozenset(names.get(name, name) for name in call.given)
        try:
            return _of(rule(Call(call.name, values, given, "jax")), "numpy")
        except DTypeMistakeError:
            raise UnclearError from None

    return shaped


def _of(value: Value, library: Library) -> Value:
    """Return a value with arrays of a library in it; of NumPy's, only the shapes are known."""
    if isinstance(value, Items):
        return replace(value, items=tuple(_of(each, library) for each in value.items))
    if not isinstance(value, ArrayValue):
        return value
    is_whole = library == "jax"
    return ArrayValue(value.shape, value.dtype if is_whole else None, value.weak if is_whole else False, library)
