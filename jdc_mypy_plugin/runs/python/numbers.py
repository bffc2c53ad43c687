"""Arithmetic and comparisons of Python's own values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from jdc_operations.values import UNKNOWN, Scalar, Text

from ..thing_values import key_of
from ..things import SET, Member, Row, Table, Thing, View

_BINARY: Final[Mapping[str, Callable[[Any, Any], Any]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left / right,
    "//": lambda left, right: left // right,
    "%": operator.mod,
    "**": lambda left, right: left**right,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_COMPARISONS: Final = ("<", "<=", ">", ">=", "==", "!=")
_LARGEST: Final = 2**31 - 1
"""Beyond it the dtype of a Python integer depends on its value."""


def of_numbers(sign: str, left: Scalar, right: Scalar | None = None) -> Thing:  # noqa: PLR0911 - one for each kind
    """Return what an operator makes of one number or two."""
    if right is None:
        if sign == "-" and left.kind in ("int", "float"):
            return Scalar(left.kind, -left.value if isinstance(left.value, int | float) else None)
        return left if sign == "+" and left.kind != "bool" else UNKNOWN
    calculate = _BINARY.get(sign)
    if calculate is None or "complex" in (left.kind, right.kind):
        return UNKNOWN
    if isinstance(left.value, int | float) and isinstance(right.value, int | float):
        return _known(calculate, left.value, right.value, sign)
    if sign in _COMPARISONS:
        return Scalar("bool")
    if sign == "/" or "float" in (left.kind, right.kind):
        return Scalar("float")
    return UNKNOWN if sign == "**" else Scalar("int")


def _known(calculate: Callable[[Any, Any], Any], left: float, right: float, sign: str) -> Thing:
    if sign == "**" and (abs(right) > 64 or abs(left) > _LARGEST):
        return UNKNOWN
    try:
        made = calculate(left, right)
    except (ArithmeticError, ValueError):
        return UNKNOWN
    if isinstance(made, bool):
        return Scalar("bool", made)
    if isinstance(made, int):
        return Scalar("int", made) if abs(made) <= _LARGEST else UNKNOWN
    return Scalar("float", made) if isinstance(made, float) else UNKNOWN


def compared(sign: str, left: Thing, right: Thing) -> Thing | None:
    """Return what ``==``, ``!=`` and ``in`` say of texts, tuples and containers; None of numbers and arrays."""
    if sign in ("in", "not in"):
        return Scalar("bool", _is_in(left, right, sign == "in"))
    kinds = (Text, Row, Member)
    if sign not in ("==", "!=") or not (isinstance(left, kinds) or isinstance(right, kinds)):
        return None
    one, other = key_of(left), key_of(right)
    if one is None or other is None:
        return Scalar("bool") if isinstance(left, kinds) and isinstance(right, kinds) else UNKNOWN
    return Scalar("bool", (one == other) is (sign == "=="))


def _is_in(item: Thing, container: Thing, wanted: bool) -> bool | None:
    key = key_of(item)
    if isinstance(container, View) and container.name in ("keys", SET):
        container = container.table
    if isinstance(container, Table) and container.entries is not None and key is not None:
        return (key in container.entries) is wanted
    if isinstance(container, Row) and container.items is not None and key is not None:
        keys = [key_of(each) for each in container.items]
        return None if None in keys else (key in keys) is wanted
    return None
