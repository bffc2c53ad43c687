"""Conditions in a project's own decorator that ask whether it is given a class: ``if cls is None``."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import ComparisonExpr, Expression, IfStmt, NameExpr, Statement

from .options import UnknownError, is_none_literal


def asks_for_class(statement: IfStmt, parameter: str | None) -> bool:
    """Return whether all conditions of a statement ask whether there is a class."""
    return all(_asks_for_none(condition, parameter) is not None for condition in statement.expr)


def branch_of(statement: IfStmt, parameter: str | None, *, is_none: bool) -> Sequence[Statement]:
    """Return the branch that runs; ``is_none`` tells that there is no class."""
    for condition, block in zip(statement.expr, statement.body, strict=True):
        if is_true(condition, parameter, is_none=is_none):
            return block.body
    return [] if statement.else_body is None else statement.else_body.body


def is_true(condition: Expression, parameter: str | None, *, is_none: bool) -> bool:
    """Return whether a condition holds; UnknownError where it asks anything else."""
    asks = _asks_for_none(condition, parameter)
    if asks is None or parameter is None:
        raise UnknownError
    return asks is is_none


def _asks_for_none(condition: Expression, name: str | None) -> bool | None:
    """Return True for ``name is None``, False for ``name is not None``; None for any other condition."""
    if not isinstance(condition, ComparisonExpr) or len(condition.operators) != 1:
        return None
    left, right = condition.operands
    if not isinstance(left, NameExpr) or left.name != name or not is_none_literal(right):
        return None
    return {"is": True, "is not": False}.get(condition.operators[0])
