"""Functions of each element: what dtypes they take, what they give, and broadcasting of several operands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from jdc_spec.dtypes import KEY

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import (
    BOOL,
    TINY_FLOATS,
    TINY_INTEGERS,
    in_mode,
    kind,
    kind_of,
    lifted,
    to_complex,
    to_inexact,
    to_real,
    to_real_inexact,
)
from ..promotion import promoted_arrays
from ..values import ArrayValue, DType, DTypeMistakeError, MistakeError, Scalar, Shape, Value, show, show_dtype

KIND_NAMES: Final[Mapping[str, str]] = {
    "bool": "booleans",
    "int": "integers",
    "float": "floating numbers",
    "complex": "complex numbers",
}
_LETTERS: Final[Mapping[str, str]] = {"b": "bool", "i": "int", "f": "float", "c": "complex"}
_TINY: Final = frozenset((*TINY_INTEGERS, *TINY_FLOATS))


_TAKES_KEYS: Final = frozenset(
    (
        *("conj", "conjugate", "copy", "positive", "real", "imag", "isfinite", "isinf", "isnan", "isneginf"),
        *("isposinf", "equal", "not_equal", "eq", "ne"),
    )
)
"""Functions that typed random keys go through without an error."""


def same(name: str) -> str:
    """Return the dtype itself."""
    return name


@dataclass(frozen=True, slots=True)
class Numeric:
    """The dtypes that an elementwise function takes and gives."""

    takes: str
    """The kinds that it takes, by their first letters."""
    gives: Callable[[str], str]
    weak: str = "keep"
    """``keep`` where the result is weak as the operand is, or ``unclear`` where only strong operands tell."""
    unclear: str = ""
    """The kinds for which the dtype of the result differs between versions or modes of JAX."""

    def check(self, name: str, dtype: DType | None) -> None:
        """Raise a MistakeError where the function does not take the dtype."""
        if dtype == KEY and name not in _TAKES_KEYS:
            raise DTypeMistakeError(f"{name} takes no random keys")
        found = kind_of(dtype)
        if dtype is not None and found is not None and found[0] not in self.takes:
            wanted = " or ".join(KIND_NAMES[_LETTERS[letter]] for letter in self.takes)
            raise DTypeMistakeError(f"{name} takes {wanted}, not {show_dtype(dtype)}")


def unary(numeric: Numeric, argument: str = "x") -> Rule:
    """Return the rule for a function of one array."""

    def rule(call: Call) -> Value:
        call.only(argument)
        array = call.array(argument)
        numeric.check(call.name, array.dtype)
        return unary_result(call, numeric, array)

    return rule


def unary_result(call: Call, numeric: Numeric, array: ArrayValue) -> ArrayValue:
    """Return the result of an elementwise function on one array."""
    if numeric.gives is _to_bool:
        return call.result(array.shape, BOOL)
    found = kind_of(array.dtype)
    if found is not None and found[0] in numeric.unclear:
        return call.result(array.shape, None, None)
    dtype = lifted_known(numeric.gives, array.dtype)
    return call.result(array.shape, dtype, array.weak if array.weak is False or numeric.weak == "keep" else None)


@lru_cache(maxsize=2048)
def lifted_known(rule: Callable[[str], str], dtype: DType | None) -> DType | None:
    """Apply a rule for dtypes of numbers; the small dtypes of machine learning are left unknown unless kept."""
    if rule is not same and isinstance(dtype, str) and dtype in _TINY:
        return None
    return lifted(rule, dtype)


def operands(call: Call, *names: str) -> tuple[list[ArrayValue], Shape | None]:
    """Return arrays and the shape that they broadcast to. Scalars of Python are weak here in NumPy too."""
    arrays = [call.array(name) for name in names]
    if call.library == "numpy":
        weak = [isinstance(call.values[name], Scalar) for name in names]
        arrays = [
            replace(array, weak=True) if is_weak else array for array, is_weak in zip(arrays, weak, strict=True)
        ]
    return arrays, broadcast(*(array.shape for array in arrays))


def binary(numeric: Numeric, first: str = "x1", second: str = "x2") -> Rule:
    """Return the rule for a function of two arrays that broadcast."""

    def rule(call: Call) -> Value:
        call.only(first, second)
        arrays, shape = operands(call, first, second)
        for array in arrays:
            _check_operand(call, numeric, array)
        dtype, weak = promoted_arrays(arrays, call.library)
        numeric.check(call.name, dtype)
        if call.name in ("power", "pow") and arrays[0].dtype in (BOOL, None) and weak is not False:
            return call.result(shape, None, None)  # int32 in both modes, for the whole numbers of Python
        if dtype == BOOL and call.name in GROWS_FROM_BOOL:
            return call.result(shape, "int32" if call.library == "jax" else "int8")
        return unary_result(call, numeric, ArrayValue(shape, dtype, weak, call.library))

    return rule


def _check_operand(call: Call, numeric: Numeric, array: ArrayValue) -> None:
    """Kinds above those that a function takes stay above them whatever the other operand is."""
    order = "bifc"
    highest = max(order.index(letter) for letter in numeric.takes)
    found = kind_of(array.dtype)
    if array.dtype == KEY or (found is not None and order.index(found[0]) > highest):
        numeric.check(call.name, array.dtype)


def strict_binary(numeric: Numeric, first: str = "x", second: str = "y") -> Rule:
    """Return the rule for a function of `jax.lax` of two arrays, which must have one dtype."""

    def rule(call: Call) -> Value:
        call.only(first, second)
        one, other = call.array(first), call.array(second)
        shape = strict_shape(one.shape, other.shape)
        dtype, weak = strict_dtype(call.name, one, other)
        numeric.check(call.name, dtype)
        return unary_result(call, numeric, ArrayValue(shape, dtype, weak))

    return rule


def strict_dtype(name: str, one: ArrayValue, other: ArrayValue) -> tuple[DType | None, bool | None]:
    """Return the dtype of two operands of `jax.lax`, and whether it is weak.

    Raises:
        MistakeError: they have dtypes that differ in both modes; ``jax.lax`` does not promote.

    """
    if one.dtype is None or other.dtype is None or (KEY in (one.dtype, other.dtype) and name in _TAKES_KEYS):
        return None, None
    if all(in_mode(one.dtype, wide=wide) != in_mode(other.dtype, wide=wide) for wide in (False, True)):
        raise DTypeMistakeError(
            f"{name} takes operands of one dtype, not {show_dtype(one.dtype)} and {show_dtype(other.dtype)}"
        )
    if one.dtype != other.dtype:
        return None, None
    weak = one.weak if one.weak == other.weak else False if False in (one.weak, other.weak) else None
    return one.dtype, weak


def strict_shape(one: Shape | None, other: Shape | None) -> Shape | None:
    """Return the common shape of operands of `jax.lax`, of which one may be a scalar and none is given new axes.

    Raises:
        MistakeError: they have different numbers of axes, or sizes that differ.

    """
    if one is not None and other is not None and one and other and len(one) != len(other):
        raise MistakeError(f"jax.lax adds no axes: {show(one)} and {show(other)}")
    return broadcast(one, other)


def _to_bool(name: str) -> str:
    kind(name)
    return BOOL


def _to_uint8(name: str) -> str:
    kind(name)
    return "uint8"


def _names(text: str, numeric: Numeric) -> dict[str, Numeric]:
    return dict.fromkeys(text.split(), numeric)


UNARY: Final[Mapping[str, Numeric]] = {
    **_names(
        "acos acosh arccos arccosh arcsin arcsinh arctan arctanh asin asinh atan atanh cos cosh exp exp2 expm1"
        " log log1p reciprocal sin sinh sqrt tan tanh",
        Numeric("bifc", to_inexact),
    ),
    **_names("log10 sinc deg2rad degrees rad2deg radians", Numeric("bifc", to_inexact, "unclear")),
    "log2": Numeric("bifc", to_inexact, "unclear"),
    "angle": Numeric("bifc", to_real_inexact, "unclear", unclear="bif"),
    "rint": Numeric("bifc", to_inexact, "unclear", unclear="bi"),
    **_names("cbrt fabs i0", Numeric("bif", to_inexact)),
    **_names("spacing", Numeric("bif", to_inexact, "unclear")),
    **_names("conj conjugate copy positive", Numeric("bifc", same)),
    "square": Numeric("bifc", same, unclear="b"),
    **_names("abs absolute real imag", Numeric("bifc", to_real)),
    **_names("negative sign", Numeric("ifc", same)),
    **_names("ceil floor trunc", Numeric("bif", same)),
    **_names("invert bitwise_not bitwise_invert", Numeric("bi", same)),
    "bitwise_count": Numeric("bi", _to_uint8, "unclear"),
    **_names("isfinite isinf isnan iscomplex isreal logical_not", Numeric("bifc", _to_bool)),
    **_names("isneginf isposinf signbit", Numeric("bif", _to_bool)),
    "sort_complex": Numeric("bifc", to_complex, "unclear"),
}
"""Functions of `jax.numpy` of one array."""

BINARY: Final[Mapping[str, Numeric]] = {
    **_names("add multiply maximum minimum fmax fmin", Numeric("bifc", same)),
    "subtract": Numeric("ifc", same),
    **_names("divide true_divide float_power arctan2 atan2", Numeric("bifc", to_inexact)),
    "logaddexp": Numeric("bifc", to_inexact, "unclear"),
    **_names("copysign nextafter", Numeric("bif", to_inexact)),
    "hypot": Numeric("bif", to_inexact, "unclear"),
    "logaddexp2": Numeric("bifc", to_inexact, "unclear"),
    "heaviside": Numeric("bif", to_inexact, "unclear"),
    **_names("mod remainder fmod", Numeric("bif", same)),
    "floor_divide": Numeric("bif", same, "unclear"),
    **_names("power pow", Numeric("bifc", same, "unclear", unclear="b")),
    **_names("left_shift right_shift bitwise_left_shift bitwise_right_shift", Numeric("bi", same)),
    **_names("bitwise_and bitwise_or bitwise_xor", Numeric("bi", same)),
    **_names("gcd lcm", Numeric("i", same, "unclear")),
    **_names("equal not_equal less less_equal greater greater_equal", Numeric("bifc", _to_bool)),
    **_names("logical_and logical_or logical_xor", Numeric("bifc", _to_bool)),
}
"""Functions of `jax.numpy` of two arrays."""

GROWS_FROM_BOOL: Final = frozenset(
    [
        "mod",
        "remainder",
        "fmod",
        "floor_divide",
        "divmod",
        "left_shift",
        "right_shift",
        "bitwise_left_shift",
        "bitwise_right_shift",
    ]
)
"""Functions that make integers of two booleans."""

LAX_UNARY: Final[Mapping[str, Numeric]] = {
    **_names(
        "acos acosh asin asinh atan atanh cos cosh exp exp2 expm1 log log1p logistic reciprocal rsqrt sin sinh sqrt"
        " tan tanh",
        Numeric("fc", same),
    ),
    **_names("bessel_i0e bessel_i1e cbrt ceil digamma erf erf_inv erfc floor lgamma", Numeric("f", same)),
    **_names("neg sign square", Numeric("ifc", same)),
    "abs": Numeric("ifc", to_real, "keep"),
    "bitwise_not": Numeric("bi", same),
    **_names("clz population_count", Numeric("i", same)),
    **_names("real imag", Numeric("c", to_real)),
    "is_finite": Numeric("f", _to_bool),
    "conj": Numeric("fc", same, "unclear", unclear="f"),
}
"""Functions of `jax.lax` of one array."""

LAX_BINARY: Final[Mapping[str, Numeric]] = {
    **_names("add sub mul div", Numeric("ifc", same)),
    "rem": Numeric("if", same),
    **_names("max min", Numeric("bifc", same)),
    **_names("atan2", Numeric("fc", same)),
    **_names("nextafter igamma igammac", Numeric("f", same)),
    **_names("bitwise_and bitwise_or bitwise_xor", Numeric("bi", same)),
    **_names("shift_left shift_right_logical shift_right_arithmetic", Numeric("i", same)),
    **_names("eq ne", Numeric("bifc", _to_bool)),
    **_names("lt le gt ge", Numeric("bif", _to_bool)),
}
"""Functions of `jax.lax` of two arrays."""

SPECIAL: Final[Mapping[str, Numeric]] = {
    **_names("digamma entr erf erfc erfinv factorial gammaln i0 i0e i1 i1e", Numeric("bif", to_inexact)),
    "expit": Numeric("bifc", to_inexact),
    "gamma": Numeric("bifc", to_inexact, "unclear", unclear="bi"),
    **_names("ndtr ndtri log_ndtr gammasgn", Numeric("bif", to_inexact, "unclear", unclear="bi")),
    "logit": Numeric("bifc", to_inexact, "unclear"),
}
"""Functions of `jax.scipy.special` of one array."""

SPECIAL_BINARY: Final[Mapping[str, tuple[str, Numeric]]] = {
    "xlogy": ("x, y", Numeric("bifc", to_inexact, "unclear")),
    "xlog1py": ("x, y", Numeric("bifc", to_inexact, "unclear")),
    "gammainc": ("a, x", Numeric("bif", to_inexact, "unclear")),
    "gammaincc": ("a, x", Numeric("bif", to_inexact, "unclear")),
    "betaln": ("a, b", Numeric("bif", to_inexact, "unclear")),
    "zeta": ("x, q", Numeric("bif", to_inexact, "unclear")),
    "beta": ("a, b", Numeric("bif", to_inexact, "unclear")),
    "rel_entr": ("p, q", Numeric("bif", to_inexact, "unclear")),
    "kl_div": ("p, q", Numeric("bif", to_inexact, "unclear")),
}
"""Functions of `jax.scipy.special` of two arrays, each with the names of its parameters."""
