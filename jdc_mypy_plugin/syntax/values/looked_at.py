"""Reads of a variable that only show or check what it holds: ``print(state.step)``, ``assert (old.w == 0).all()``."""

from __future__ import annotations

from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ForStmt,
    MemberExpr,
    MypyFile,
    NameExpr,
    RaiseStmt,
)

from ..index import INDEX
from ..names.flow import FLOW
from ..names.references import REFERENCES
from .unread_results import is_bound, unread_name

_SHOWING: Final = frozenset(("print", "pprint", "display", "debug", "info", "warning", "log"))
_COMPARING: Final = frozenset(("allclose", "array_equal", "isclose", "tree_equal"))
_DEEPEST: Final = 2
_OPERATORS: Final = frozenset(("==", "!=", "is", "is not"))


def is_asserted(made: Expression, module: MypyFile) -> bool:
    """Return whether a value is part of what is asserted, or is kept in a variable that is, in the same function."""
    if _is_in_assertion(made, module):
        return True
    kept, flow = INDEX.of(module).parent(made), FLOW.of(module)
    names = kept.lvalues if isinstance(kept, AssignmentStmt) else []
    return any(
        flow.function_over(read) is flow.function_over(name) and _is_in_assertion(read, module)
        for name in names
        if isinstance(name, NameExpr) and name.node is not None
        for read in REFERENCES.of(module).get(name.node, ())
    )


def _is_in_assertion(value: Expression, module: MypyFile) -> bool:
    index = INDEX.of(module)
    part, around = value, index.parent(value)
    while isinstance(around, Expression):
        if isinstance(around, CallExpr) and part is not around.callee and _called(around).startswith("assert"):
            return True
        part, around = around, index.parent(around)
    return isinstance(around, AssertStmt)


def is_looked_at(read: Expression, module: MypyFile, depth: int = _DEEPEST) -> bool:
    """Return whether an expression is part of what is printed, logged, asserted, raised, compared or never read.

    So too where a variable takes it that is only read so: ``text = repr(state)``, and then ``print(text)``.
    """
    index = INDEX.of(module)
    part, around = read, index.parent(read)
    while isinstance(around, Expression):
        if isinstance(around, CallExpr) and part is not around.callee and _looks_at_arguments(around):
            return True
        if isinstance(around, ComparisonExpr) and _OPERATORS.issuperset(around.operators):
            return True
        part, around = around, index.parent(around)
    if isinstance(around, AssignmentStmt) and unread_name(around.rvalue, module) is not None:
        return True
    taken = around.index if isinstance(around, ForStmt) else None
    if isinstance(around, AssignmentStmt) and len(around.lvalues) == 1:
        taken = around.lvalues[0]
    if isinstance(taken, NameExpr) and part is not taken and taken.node is not None and depth > 0:
        names = [each for each in REFERENCES.of(module).get(taken.node, ()) if not is_bound(each, module)]
        return bool(names) and all(is_looked_at(each, module, depth - 1) for each in names)
    return isinstance(around, AssertStmt | RaiseStmt)


def _looks_at_arguments(call: CallExpr) -> bool:
    """Return whether a call shows or compares what it is given, or maps a function that does: ``array_equal``."""
    given = (each.name for each in call.args if isinstance(each, NameExpr | MemberExpr))
    return _looks(_called(call)) or any(name in _COMPARING for name in given)


def _looks(name: str) -> bool:
    return name in _SHOWING or name in _COMPARING or name.startswith("assert")


def _called(call: CallExpr) -> str:
    return call.callee.name if isinstance(call.callee, NameExpr | MemberExpr) else ""
