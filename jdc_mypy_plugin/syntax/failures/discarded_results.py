"""Calls whose result nobody takes."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    Expression,
    ExpressionStmt,
    ListComprehension,
    OpExpr,
    SetComprehension,
    TryStmt,
)

from ..body import Body
from ..places import Place, place
from ..walk import statements
from .tests_of_failure import only_tells


class Discarded:
    """The calls that stand alone, those left out that are all of a ``try``: they may be there to fail."""

    def __init__(self, body: Body) -> None:
        self._calls: set[Place] = set()
        self._statements: set[Place] = set()
        tried = (block.body.body for block in body.statements_of(TryStmt) if only_tells(block))
        left_out = {statement for alone in tried for statement in statements(alone)}
        for statement in body.statements_of(ExpressionStmt):
            if statement not in left_out:
                self._calls.update(place(call) for call in _last_calls(statement.expr))
                self._statements.add(place(statement.expr))

    def is_discarded(self, call: Context) -> bool:
        """Return whether nobody takes the result of a call."""
        return place(call) in self._calls

    def is_statement(self, call: Context) -> bool:
        """Return whether a call is all of a statement, but for parentheses."""
        return place(call) in self._statements


def _last_calls(expression: Expression) -> Iterator[CallExpr]:
    """Yield the calls whose result is that of an expression, or an item of a list that nobody takes either."""
    if isinstance(expression, CallExpr):
        yield expression
    elif isinstance(expression, ConditionalExpr):
        yield from _last_calls(expression.if_expr)
        yield from _last_calls(expression.else_expr)
    elif isinstance(expression, OpExpr) and expression.op in ("and", "or"):
        yield from _last_calls(expression.right)
    elif isinstance(expression, ListComprehension | SetComprehension):
        yield from _last_calls(expression.generator.left_expr)
