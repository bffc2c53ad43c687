"""Values that a function calculates and never gives back: a trace drops them, and arguments that only they need."""

from __future__ import annotations

from collections.abc import Iterable

from mypy.nodes import AssignmentStmt, Expression, FuncItem, NameExpr, Statement

from ..names.targets import unpacked
from ..walk import expressions_in


def dropped_by(function: FuncItem) -> set[Expression]:
    """Return the expressions that are assigned to names which nothing reads, but for others of that kind."""
    waiting = [each for each in function.body.body if _is_of_names(each)]
    live = _names(expressions_in([each for each in function.body.body if each not in waiting]))
    while found := next((each for each in waiting if _targets(each) & live), None):
        waiting.remove(found)
        live |= _names(expressions_in([found]))
    return {each for statement in waiting for each in expressions_in([statement])}


def _is_of_names(statement: Statement) -> bool:
    """Return whether a statement does nothing but give values to variables."""
    is_assignment = isinstance(statement, AssignmentStmt)
    return is_assignment and all(isinstance(each, NameExpr) for each in _written(statement))


def _targets(statement: Statement) -> set[str]:
    return _names(_written(statement))


def _written(statement: Statement) -> list[Expression]:
    targets = statement.lvalues if isinstance(statement, AssignmentStmt) else []
    return [each for target in targets for each in unpacked(target)]


def _names(expressions: Iterable[Expression]) -> set[str]:
    return {each.name for each in expressions if isinstance(each, NameExpr)}
