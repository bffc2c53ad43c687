"""Code that never runs, or that a test runner leaves out on most machines."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    ExpressionStmt,
    ForStmt,
    FuncDef,
    IfStmt,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    Statement,
    StrExpr,
    TupleExpr,
    WhileStmt,
)

from ..body import Body
from ..ranges import Range, range_of

_SKIPPING: Final = ("skip", "skipif", "skipIf", "skipUnless")
"""Decorators and marks of tests that do not run, or not everywhere."""
_MARKS: Final = "pytestmark"
_LEAVING: Final = ("pytest.skip", "pytest.importorskip", "self.skipTest")
_ALWAYS_THERE: Final = ("jax", "jaxlib", "numpy")
_END: Final = (1 << 30, 0)


def unrun(body: Body, holds: Callable[[Expression], bool | None]) -> Iterator[Range]:
    """Yield the parts of a module that never run, or whose tests are skipped.

    ``holds`` tells whether a condition is true where the source shows that.
    """
    for loop in body.statements_of(ForStmt):
        if _is_empty(loop.expr):
            yield range_of(loop.body)
    for waiting in body.statements_of(WhileStmt):
        if _is_false(waiting.expr):
            yield range_of(waiting.body)
    for choice in body.statements_of(IfStmt):
        is_true = holds(choice.expr[0])
        left_out = choice.body[:1] if is_true is False else [choice.else_body] if is_true else []
        yield from (range_of(block) for block in left_out if block is not None)
    for decorated in body.statements_of(Decorator):
        if any(map(_skips, decorated.original_decorators)):
            yield range_of(decorated.func)
    for cls in body.statements_of(ClassDef):
        if any(map(_skips, cls.decorators)):
            yield range_of(cls)
    yield from _behind(body)


def _behind(body: Body) -> Iterator[Range]:
    """Yield what stands behind a statement that skips the rest of a test or of a module."""
    for position, statement in enumerate(body.statements):
        if not _leaves(statement):
            continue
        owner = body.owner_at(position)
        while owner >= 0 and not isinstance(body.statements[owner], FuncDef | ClassDef):
            owner = body.owner_at(owner)
        yield range_of(statement)[1], _END if owner < 0 else range_of(body.statements[owner])[1]


def _leaves(statement: Statement) -> bool:
    if isinstance(statement, AssignmentStmt):
        is_mark = any(isinstance(each, NameExpr) and each.name == _MARKS for each in statement.lvalues)
        marks = statement.rvalue.items if isinstance(statement.rvalue, ListExpr | TupleExpr) else [statement.rvalue]
        return any(map(_skips, marks)) if is_mark else _is_skip(statement.rvalue)
    return isinstance(statement, ExpressionStmt) and _is_skip(statement.expr)


def _is_skip(expression: Expression) -> bool:
    """Return whether a call skips what comes behind it: ``pytest.skip("slow")``."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    if not isinstance(expression, CallExpr) or not isinstance(callee, MemberExpr):
        return False
    owner = callee.expr
    if not isinstance(owner, NameExpr) or f"{owner.name}.{callee.name}" not in _LEAVING:
        return False
    wanted = expression.args[0] if expression.args else None
    return callee.name != "importorskip" or not (
        isinstance(wanted, StrExpr) and wanted.value.partition(".")[0] in _ALWAYS_THERE
    )


def _skips(mark: Expression) -> bool:
    function = mark.callee if isinstance(mark, CallExpr) else mark
    return isinstance(function, NameExpr | MemberExpr) and function.name in _SKIPPING


def _is_empty(over: Expression) -> bool:
    """Return whether a loop goes over nothing, as it is written: ``()``, ``[]`` and ``range(0)``."""
    if isinstance(over, TupleExpr | ListExpr):
        return not over.items
    is_range = isinstance(over, CallExpr) and isinstance(over.callee, NameExpr) and over.callee.name == "range"
    return isinstance(over, CallExpr) and is_range and len(over.args) == 1 and _is_false(over.args[0])


def _is_false(condition: Expression) -> bool:
    is_name = isinstance(condition, NameExpr) and condition.name in ("False", "None")
    return is_name or (isinstance(condition, IntExpr) and condition.value == 0)
