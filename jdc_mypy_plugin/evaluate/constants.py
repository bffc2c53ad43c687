"""Sizes, and the literals that names stand for."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator
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
_MOST: Final = 200
"""Operations beyond which it is: a chain of ``n = n + n`` stands for a sum of a million numbers."""
_LARGEST: Final = 2**63
"""The same of a number: a chain of ``n = n * n`` makes one with a million digits."""


def integer(expression: Expression, scope: ModuleScope) -> int | None:
    """Return the whole number that an expression is, or None."""
    return _integer(expression, scope, 0, iter(range(_MOST)))


def _integer(expression: Expression, scope: ModuleScope, depth: int, left: Iterator[int]) -> int | None:
    value = unfold(expression, scope)
    if depth > _DEEPEST or next(left, None) is None:
        return None
    if isinstance(value, IntExpr):
        return value.value
    if isinstance(value, RefExpr):
        constant = scope.constant(value)
        return constant if isinstance(constant, int) and not isinstance(constant, bool) else None
    if isinstance(value, UnaryExpr) and value.op in ("-", "+"):
        number = _integer(value.expr, scope, depth + 1, left)
        return -number if number is not None and value.op == "-" else number
    return _calculated(value, scope, depth + 1, left) if isinstance(value, OpExpr) else None


def _calculated(value: OpExpr, scope: ModuleScope, depth: int, left: Iterator[int]) -> int | None:
    operation = _ARITHMETIC.get(value.op.removesuffix("="))  # n += 1 too
    one = None if operation is None else _integer(value.left, scope, depth, left)
    other = None if one is None else _integer(value.right, scope, depth, left)
    if operation is None or one is None or other is None or (other == 0 and value.op in ("//", "%")):
        return None
    made = operation(one, other)
    return made if abs(made) <= _LARGEST else None
