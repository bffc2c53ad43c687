"""Conditions that the source settles: ``if False:``, and ``if dim == 1:`` below ``dim = 2``."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, Final

from mypy.nodes import ComparisonExpr, Expression, FloatExpr, IntExpr, MypyFile, NameExpr, StrExpr, UnaryExpr

from ..names.flow import FLOW

_NAMED: Final = {"True": True, "False": False, "None": None}
_COMPARISONS: Final[Mapping[str, Callable[[Any, Any], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
_DEEPEST: Final = 3
"""How many names in a row are followed."""
_OPEN: Final = object()


class Conditions:
    """The conditions of one module."""

    def __init__(self, module: MypyFile) -> None:
        self._module = module

    def holds(self, condition: Expression) -> bool | None:
        """Return whether a condition is true; None where the source does not show that."""
        if isinstance(condition, UnaryExpr) and condition.op == "not":
            inner = self.holds(condition.expr)
            return None if inner is None else not inner
        if isinstance(condition, ComparisonExpr):
            return self._compared(condition)
        value = self._value(condition)
        return None if value is _OPEN else bool(value)

    def _compared(self, condition: ComparisonExpr) -> bool | None:
        compare = _COMPARISONS.get(condition.operators[0]) if len(condition.operators) == 1 else None
        left, right = (self._value(each) for each in condition.operands[:2])
        if compare is None or left is _OPEN or right is _OPEN:
            return None
        are_numbers = all(isinstance(each, int | float) for each in (left, right))
        return compare(left, right) if are_numbers or (type(left) is type(right) and left is not None) else None

    def _value(self, expression: Expression | None, depth: int = 0) -> Any:
        """Return the number, the string or the constant that an expression is."""
        if isinstance(expression, IntExpr | FloatExpr | StrExpr):
            return expression.value
        if not isinstance(expression, NameExpr) or depth > _DEEPEST:
            return _OPEN
        if expression.name in _NAMED:
            return _NAMED[expression.name]
        flow = FLOW.of(self._module)
        writes = flow.variables.bound_once(expression)
        value = flow.value_at(expression) if writes is None else writes.only
        return self._value(value, depth + 1) if isinstance(value, Expression) else _OPEN
