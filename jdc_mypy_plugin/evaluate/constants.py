"""Sizes, and the literals that names stand for."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from mypy.nodes import AssignmentExpr, Expression, IntExpr, NameExpr, OpExpr, RefExpr, UnaryExpr

from .scope import ModuleScope

_ARITHMETIC: Final[dict[str, Callable[[int, int], int]]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "//": int.__floordiv__,
    "%": operator.mod,
}


_FOLLOWED: Final = (NameExpr, AssignmentExpr)


def unfold(expression: Expression, scope: ModuleScope) -> Expression:
    """Follow names, and ``(name := value)``, to the expression they stand for."""
    if not isinstance(expression, _FOLLOWED):
        return expression
    seen: set[int] = set()
    while True:
        if isinstance(expression, AssignmentExpr):
            expression = expression.value
            continue
        if not isinstance(expression, NameExpr) or id(expression) in seen:
            return expression
        seen.add(id(expression))
        value = scope.value_of(expression)
        if value is None:
            return expression
        expression = value


def renamed(function: Expression, scope: ModuleScope) -> str:
    """Return the full name of what a variable stands for, ``ones = jnp.ones``; empty where that is not imported."""
    source = unfold(function, scope)
    return "" if source is function or not isinstance(source, RefExpr) else scope.imported(source)


_DEEPEST: Final = 20
"""Operations on operations beyond which a number is taken for unknown."""


def integer(expression: Expression, scope: ModuleScope, depth: int = 0) -> int | None:
    """Return the whole number that an expression is, or None."""
    value = unfold(expression, scope)
    if depth > _DEEPEST:
        return None
    if isinstance(value, IntExpr):
        return value.value
    if isinstance(value, RefExpr):
        constant = scope.constant(value)
        return constant if isinstance(constant, int) and not isinstance(constant, bool) else None
    if isinstance(value, UnaryExpr) and value.op in ("-", "+"):
        number = integer(value.expr, scope, depth + 1)
        return -number if number is not None and value.op == "-" else number
    return _calculated(value, scope, depth + 1) if isinstance(value, OpExpr) else None


def _calculated(value: OpExpr, scope: ModuleScope, depth: int) -> int | None:
    operation = _ARITHMETIC.get(value.op.removesuffix("="))  # n += 1 too
    left = None if operation is None else integer(value.left, scope, depth)
    right = None if left is None else integer(value.right, scope, depth)
    if operation is None or left is None or right is None or (right == 0 and value.op in ("//", "%")):
        return None
    return operation(left, right)
