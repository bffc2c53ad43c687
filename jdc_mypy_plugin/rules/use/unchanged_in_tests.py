"""Tests that an object stays as it is: ``counter.replace(n=100)``, and then ``assert counter.n == 0``."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
)

from ...syntax import INDEX
from ...syntax.walk import descendants, expressions_in
from ..sites import PureCall
from ..tests_at_hand import is_in_test


def is_seen_unchanged(call: Expression, receiver: NameExpr, site: PureCall) -> bool:
    """Return whether a test says of the object, right after the call, something else than what the call was given."""
    given = _literals(descendants(call))
    after = _statement_after(call, site) if given and is_in_test(site.api) else None
    if after is None or not _asserts(after):
        return False
    said = expressions_in([after])
    is_named = any(isinstance(each, NameExpr) and each.node is receiver.node for each in said)
    return is_named and given.isdisjoint(_literals(said))


def _statement_after(call: Expression, site: PureCall) -> Statement | None:
    """Return what stands below a statement in its block."""
    index, function = INDEX.of(site.api.tree), site.api.scope.current_function()
    own = index.parent(call)
    if not isinstance(own, ExpressionStmt) or not isinstance(function, FuncDef):
        return None
    below = (each for each in index.inside(function).statements if each.line > own.line and each.column <= own.column)
    after = min(below, key=lambda each: each.line, default=None)
    return after if after is not None and after.column == own.column else None


def _asserts(statement: Statement) -> bool:
    """Return whether a statement is an ``assert``, or a call of a function of that kind, ``self.assertEqual``."""
    if isinstance(statement, AssertStmt):
        return True
    called = statement.expr if isinstance(statement, ExpressionStmt) else None
    callee = called.callee if isinstance(called, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name.startswith("assert")


def _literals(expressions: Iterable[Expression]) -> set[object]:
    return {each.value for each in expressions if isinstance(each, IntExpr | FloatExpr | StrExpr)}
