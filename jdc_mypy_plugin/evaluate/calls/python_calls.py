"""Functions of Python itself: ``len(x)``, ``max(x.shape)``, and the items of ``enumerate(x)`` and ``zip(x, y)``."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, NameExpr, RefExpr

from jdc_operations.evaluation import evaluate_index
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Scalar, Text, Value

from ...syntax.arguments import positional
from ...syntax.names.variables import some_item
from ..declared.batched import applied

_SOME: Final = Scalar("int")
_LARGEST: Final = 2**31 - 1
"""Beyond it the dtype of a Python integer depends on its value."""


def of_python(name: str, values: Sequence[Value]) -> Value | None:
    """Return what a function of Python makes of arguments by position; None where it is another, or not known."""
    function = _FUNCTIONS.get(name)
    return None if function is None or not values else function(values)


def _length(values: Sequence[Value]) -> Value | None:
    (value,) = values if len(values) == 1 else (UNKNOWN,)
    if isinstance(value, Items):
        return Scalar("int", len(value.items))
    if isinstance(value, Text):
        return _SOME if value.value is None else Scalar("int", len(value.value))
    return Scalar("int", value.shape[0]) if isinstance(value, ArrayValue) and value.shape else _SOME


def _whole(values: Sequence[Value]) -> Value | None:
    is_known = len(values) == 1 and isinstance(values[0], Scalar) and values[0].kind == "int"
    return values[0] if is_known else _SOME


def _calculated(calculate: Callable[[Sequence[int]], int], *, of_one: bool = False) -> Callable[..., Value | None]:
    def function(values: Sequence[Value]) -> Value | None:
        (first, *others) = values
        parts = first.items if isinstance(first, Items) and not others else values
        numbers = [each.value for each in parts if isinstance(each, Scalar) and each.kind == "int"]
        if len(numbers) < len(parts) or not numbers or (of_one and parts is values):
            return None
        known = [number for number in numbers if isinstance(number, int)]
        if len(known) < len(numbers):
            return _SOME
        found = calculate(known)
        return Scalar("int", found) if abs(found) <= _LARGEST else None

    return function


def _sequence(*, is_list: bool) -> Callable[[Sequence[Value]], Value | None]:
    def function(values: Sequence[Value]) -> Value | None:
        return Items(values[0].items, is_list) if len(values) == 1 and isinstance(values[0], Items) else None

    return function


def _number(values: Sequence[Value]) -> Value | None:
    """Return a floating number, which every function of `math` makes that is named here, or it raises."""
    return Scalar("float") if values else None


_FLOATING: Final = (
    *("sqrt", "cbrt", "exp", "exp2", "expm1", "log", "log2", "log10", "log1p", "pow", "hypot", "fabs", "fmod"),
    *("sin", "cos", "tan", "asin", "acos", "atan", "atan2", "sinh", "cosh", "tanh", "asinh", "acosh", "atanh"),
    *("erf", "erfc", "gamma", "lgamma", "radians", "degrees", "copysign"),
)
_FUNCTIONS: Final[Mapping[str, Callable[[Sequence[Value]], Value | None]]] = {
    "builtins.len": _length,
    "builtins.int": _whole,
    "builtins.max": _calculated(max),
    "builtins.min": _calculated(min),
    "builtins.sum": _calculated(sum, of_one=True),
    "math.prod": _calculated(math.prod, of_one=True),
    **dict.fromkeys((f"math.{name}" for name in _FLOATING), _number),
    "builtins.tuple": _sequence(is_list=False),
    "builtins.list": _sequence(is_list=True),
}
"""By full name; the rest of their arguments is not read."""

PYTHON: Final = frozenset(_FUNCTIONS)
"""The functions of Python that are known here."""


def item_of(sequence: Expression, read: Callable[[Expression], Value]) -> Value | None:
    """Return what a loop over ``enumerate(x)``, ``zip(x, y)`` or ``range(n)`` binds; None for anything else."""
    name = _name(sequence) if isinstance(sequence, CallExpr) else ""
    if not isinstance(sequence, CallExpr) or name not in _ITERATED or not sequence.args:
        return None
    if name == "builtins.range":
        return _SOME
    if not _is_written_out(sequence):
        return None
    rows = tuple(_row(each, read) for each in positional(sequence))
    if name == "builtins.enumerate":
        return Items((_SOME, rows[0]))
    return rows[0] if name == "builtins.reversed" else Items(rows)


_ITERATED: Final = frozenset(f"builtins.{name}" for name in ("enumerate", "zip", "reversed", "range"))


def _none(_: Expression) -> None:
    return None


def length_of(
    sequence: Expression, read: Callable[[Expression], Value], keys: Callable[[Expression], int | None] = _none
) -> int | None:
    """Return how many items a loop goes over; None where that is not evident.

    ``keys`` tells how many random keys an expression makes, whose shape nobody knows.
    """
    name = _name(sequence) if isinstance(sequence, CallExpr) else ""
    if not isinstance(sequence, CallExpr) or name not in _ITERATED:
        length = _length([read(sequence)])
        known = length.value if isinstance(length, Scalar) else None
        return known if isinstance(known, int) else keys(sequence)
    if name == "builtins.range":
        ends = [each.value for each in map(read, sequence.args) if isinstance(each, Scalar)]
        whole = [end for end in ends if isinstance(end, int)]
        is_known = len(whole) == len(sequence.args) and 0 < len(whole) <= 3 and 0 not in whole[2:]
        return len(range(*whole)) if is_known else None
    lengths = [length_of(each, read, keys) for each in positional(sequence)] if _is_written_out(sequence) else [None]
    each_known = [length for length in lengths if length is not None]
    is_zip = name == "builtins.zip"
    is_whole = len(lengths) == len(each_known) and (is_zip or len(lengths) == len(sequence.args) == 1)
    return min(each_known) if each_known and is_whole else None


def _is_written_out(call: CallExpr) -> bool:
    """Return whether each thing that is iterated over is an argument of its own; ``zip`` may be strict."""
    others = len(call.args) - len(positional(call))
    return others == 0 or (_name(call) == "builtins.zip" and others == 1 and call.arg_names[-1] == "strict")


def _row(sequence: Expression, read: Callable[[Expression], Value]) -> Value:
    """Return any item of what is iterated over."""
    inner = item_of(sequence, read)
    if inner is not None:
        return inner
    value = read(sequence)
    if value is UNKNOWN and isinstance(sequence, NameExpr):
        return read(some_item(sequence, sequence))
    if isinstance(value, Items):
        return value.items[0] if value.items and all(each == value.items[0] for each in value.items) else UNKNOWN
    found = applied(lambda put: evaluate_index(put(value), _SOME), (value,))
    return UNKNOWN if isinstance(found, Failure) else found


def _name(call: CallExpr) -> str:
    return call.callee.fullname if isinstance(call.callee, RefExpr) else ""


def builtin_name(callee: Expression) -> str:
    """Return the full name of a function of Python itself."""
    return callee.fullname if isinstance(callee, NameExpr) and callee.fullname.startswith("builtins.") else ""
