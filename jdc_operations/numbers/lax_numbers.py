"""More functions of `jax.lax` of each number by itself, and those that choose among numbers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import FLOATS, kind_of, to_complex
from ..sizes import differ, normal_axis, replaced
from ..values import ArrayValue, DTypeMistakeError, Items, MistakeError, Shape, UnclearError, Value, show, show_dtype
from .elementwise import Numeric, same, strict_binary, strict_dtype, strict_shape, unary

_PARTS: Final = strict_binary(Numeric("f", to_complex, "unclear"))


def power(call: Call) -> Value:
    """``pow(x, y)``, where ``y`` may be whole numbers."""
    base, exponent = call.array("x"), call.array("y")
    shape = strict_shape(base.shape, exponent.shape)
    is_kept = kind_of(base.dtype) in ("float", "complex")
    return call.result(shape, base.dtype if is_kept else None, None)


def complex_of(call: Call) -> Value:
    """``complex(x, y)`` of parts with 32 or 64 bits."""
    made = _PARTS(call)
    for part in (call.array("x"), call.array("y")):
        if part.dtype in FLOATS and part.dtype not in ("float32", "float64"):
            raise DTypeMistakeError(f"complex takes float32 or float64, not {show_dtype(part.dtype)}")
    return made


def integer_power(call: Call) -> Value:
    """``integer_pow(x, y)`` with one whole number."""
    array = call.array("x")
    is_kept = kind_of(array.dtype) in ("float", "complex")
    return call.result(array.shape, array.dtype if is_kept else None, None)


def select_n(call: Call) -> Value:
    """``select_n(which, *cases)``: cases of one shape and one dtype."""
    which, cases = call.array("which"), call.arrays("cases")
    if not cases:
        raise UnclearError
    first = cases[0]
    dtype, weak = first.dtype, first.weak
    for other in cases[1:]:
        _check_shapes(first.shape, other.shape)
        dtype, weak = strict_dtype("select_n", ArrayValue((), dtype, weak), other)
    if which.shape:
        _check_shapes(which.shape, first.shape)
    if which.dtype is not None and kind_of(which.dtype) in ("float", "complex"):
        raise DTypeMistakeError(f"select_n takes booleans or integers to choose by, not {show_dtype(which.dtype)}")
    shape = next((case.shape for case in cases if case.shape is not None), None)
    return call.result(shape, dtype, False if weak is False else None)


def _check_shapes(one: Shape | None, other: Shape | None) -> None:
    if one is None or other is None:
        return
    if len(one) != len(other) or any(differ(a, b) for a, b in zip(one, other, strict=True)):
        raise MistakeError(f"select_n takes arrays of one shape: {show(one)} and {show(other)}")


def approximate(call: Call) -> Value:
    """``approx_max_k(operand, k, reduction_dimension)``: numbers and their places."""
    call.only("operand", "k", "reduction_dimension", "recall_target")
    array, axis, count = call.array("operand"), call.integer("reduction_dimension"), call.size("k")
    shape = None
    if array.shape is not None and axis is not None:
        where = normal_axis(axis, array.shape)
        size = array.shape[where] if array.shape else None
        if isinstance(size, int) and isinstance(count, int) and count > size:
            raise MistakeError(f"{call.name} of {count} does not fit in axis {axis} of {show(array.shape)}")
        shape = replaced(array.shape, where, count) if array.shape else None
    return Items((call.result(shape, array.dtype, None), call.result(shape, "int32", None)))


_REAL: Final = Numeric("f", same)

LAX_NUMBERS: Final[Mapping[str, tuple[str, Rule]]] = {
    "pow": ("x, y", power),
    "integer_pow": ("x, y", integer_power),
    "round": ("x, rounding_method=0", unary(_REAL)),
    "complex": ("x, y", complex_of),
    "zeta": ("x, q", strict_binary(_REAL, "x", "q")),
    "polygamma": ("m, x", strict_binary(_REAL, "m", "x")),
    "select_n": ("which, *cases", select_n),
    **dict.fromkeys(
        ("approx_max_k", "approx_min_k"),
        (
            "operand, k, reduction_dimension=-1, recall_target=0.95, reduction_input_size_override=-1,"
            " aggregate_to_topk=True",
            approximate,
        ),
    ),
}
"""Functions of `jax.lax`, each with its signature."""
