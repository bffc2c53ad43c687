"""A hand-written function that takes an object apart, as far as it is simple enough to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    ListExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
)

from .definition import is_none


class Flattened(NamedTuple):
    """The attributes of an object that are its children, and those that are its auxiliary data, in order."""

    children: Sequence[str]
    aux: Sequence[str] | str
    """The attribute itself where it is not in a tuple."""


def flattened(function: FuncItem, *, with_keys: bool) -> Flattened | None:
    """Read ``return (self.x, self.y), self.n``; None where it is anything else."""
    names, result = straight(function)
    receiver = function.arguments[0].variable.name if function.arguments else ""
    if not isinstance(result, TupleExpr) or len(result.items) != 2:
        return None
    whole, aux = (_resolved(each, names) for each in result.items)
    whole = _row(whole)
    items = whole.items if isinstance(whole, TupleExpr | ListExpr) else None
    if items is None:
        return None
    if with_keys:
        items = [each.items[1] for each in items if isinstance(each, TupleExpr) and len(each.items) == 2]
    children = [attribute_of(_resolved(each, names), receiver) for each in items]
    beside = _aux(aux, names, receiver)
    if None in children or beside is None or (with_keys and not isinstance(whole, TupleExpr | ListExpr)):
        return None
    return Flattened([each for each in children if each is not None], beside)


def straight(function: FuncItem, *, may_unpack: bool = False) -> tuple[Mapping[str, Expression], Expression | None]:
    """Return the local names of a function without branches, and what it returns; nothing of any other."""
    names: dict[str, Expression] = {}
    for statement in function.body.body:
        if isinstance(statement, ReturnStmt):
            return (names, statement.expr) if statement is function.body.body[-1] else ({}, None)
        if is_docstring(statement):
            continue
        target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
            return {}, None
        if isinstance(target, NameExpr) and target.name not in names:
            names[target.name] = statement.rvalue
        elif not (may_unpack and isinstance(target, TupleExpr)):
            return {}, None
    return {}, None


def is_docstring(statement: Statement) -> bool:
    """Return whether a statement is a string."""
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)


def _resolved(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    return names.get(expression.name, expression) if isinstance(expression, NameExpr) else expression


def attribute_of(expression: Expression, receiver: str) -> str | None:
    """Return the name of the attribute in ``receiver.name``; None of anything else."""
    if not isinstance(expression, MemberExpr) or not isinstance(expression.expr, NameExpr):
        return None
    return expression.name if expression.expr.name == receiver else None


def _row(expression: Expression) -> Expression:
    """Return the list or tuple in ``tuple([...])`` and ``list((...))``."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    is_made = isinstance(callee, NameExpr) and callee.fullname in ("builtins.tuple", "builtins.list")
    return expression.args[0] if isinstance(expression, CallExpr) and is_made and expression.args else expression


def _aux(expression: Expression, names: Mapping[str, Expression], receiver: str) -> Sequence[str] | str | None:
    if is_none(expression):
        return []
    if isinstance(expression, TupleExpr):
        found = [attribute_of(_resolved(each, names), receiver) for each in expression.items]
        return None if None in found else [each for each in found if each is not None]
    return attribute_of(expression, receiver)
