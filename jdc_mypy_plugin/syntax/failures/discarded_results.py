"""Calls whose result nobody takes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    Expression,
    ExpressionStmt,
    ListComprehension,
    MemberExpr,
    NameExpr,
    OpExpr,
    SetComprehension,
    TryStmt,
)

from ..body import Body
from ..places import Place, place
from ..walk import descendants, expressions_of, statements
from .error_handlers import is_for_files
from .tests_of_failure import only_tells

_READING: Final = (
    *("check", "connect", "dir", "exist", "fetch", "file", "get", "load", "memmap", "open", "path", "read"),
    *("request", "restore", "txt"),
)


class Discarded:
    """The calls that stand alone, those left out that are all of a ``try``: they may be there to fail."""

    def __init__(self, body: Body) -> None:
        self._calls: set[Place] = set()
        self._statements: set[Place] = set()
        tried = (block.body.body for block in body.statements_of(TryStmt) if _is_a_test(block))
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


def _is_a_test(attempt: TryStmt) -> bool:
    """Return whether a ``try`` may be there to see whether a call fails; one of files where it reads some."""
    return only_tells(attempt) and not (is_for_files(attempt) and not _reads_files(attempt))


def _reads_files(attempt: TryStmt) -> bool:
    """Return whether the name of anything that a ``try`` calls says that it may look for a file."""
    expressions = (part for each in statements(attempt.body.body) for part in expressions_of(each))
    calls = (part for each in expressions for part in descendants(each) if isinstance(part, CallExpr))
    names = (call.callee.name.lower() for call in calls if isinstance(call.callee, NameExpr | MemberExpr))
    return any(part in name for name in names for part in _READING)


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
