"""Reads of a variable that only show or check what it holds: ``print(state.step)``, ``assert (old.w == 0).all()``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    RaiseStmt,
)

from ..index import INDEX
from .unread_results import unread_name

_SHOWING: Final = frozenset(("print", "pprint", "display", "debug", "info", "warning", "log"))
_COMPARING: Final = frozenset(("allclose", "array_equal", "isclose", "tree_equal"))
_OPERATORS: Final = frozenset(("==", "!=", "is", "is not"))


def is_looked_at(read: Expression, module: MypyFile) -> bool:
    """Return whether an expression is part of what is printed, logged, asserted, raised, compared or never read."""
    index = INDEX.of(module)
    part, around = read, index.parent(read)
    while isinstance(around, Expression):
        if isinstance(around, CallExpr) and part is not around.callee and _looks(around.callee):
            return True
        if isinstance(around, ComparisonExpr) and _OPERATORS.issuperset(around.operators):
            return True
        part, around = around, index.parent(around)
    if isinstance(around, AssignmentStmt):
        return unread_name(around.rvalue, module) is not None
    return isinstance(around, AssertStmt | RaiseStmt)


def _looks(callee: Expression) -> bool:
    name = callee.name if isinstance(callee, NameExpr | MemberExpr) else ""
    return name in _SHOWING or name in _COMPARING or name.startswith("assert")
