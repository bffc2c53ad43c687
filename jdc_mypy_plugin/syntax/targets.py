"""The targets that a statement or an expression binds, and the value of each."""

from __future__ import annotations

import enum
from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    OperatorAssignmentStmt,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
    WithStmt,
)

from .walk import captures


class By(enum.Enum):
    """The kind of code that binds a target, which says what its value is."""

    ASSIGN = "assign"
    """The value is what the target gets, or is unpacked into it."""
    UPDATE = "update"
    """``target += value``."""
    ITERATE = "iterate"
    """The value is the sequence whose items the target gets."""
    ENTER = "enter"
    """The value is the context manager."""
    CATCH = "catch"
    """The value is the class of the exception, or a tuple of classes."""
    MATCH = "match"
    """The value is the subject, of which the target gets a part."""
    DELETE = "delete"
    """The target is deleted, and there is no value."""


class Target(NamedTuple):
    """A name, an attribute, an item, or a tuple or list of these, that gets a value."""

    expression: Expression
    value: Expression | None
    by: By


def targets(statement: Statement) -> Iterator[Target]:
    """Yield what a statement binds, outside its blocks; definitions and imports bind names of their own."""
    if isinstance(statement, AssignmentStmt):
        yield from (Target(target, statement.rvalue, By.ASSIGN) for target in statement.lvalues)
    elif isinstance(statement, OperatorAssignmentStmt):
        yield Target(statement.lvalue, statement.rvalue, By.UPDATE)
    elif isinstance(statement, ForStmt):
        yield Target(statement.index, statement.expr, By.ITERATE)
    elif isinstance(statement, WithStmt):
        for manager, entered in zip(statement.expr, statement.target, strict=True):
            yield from () if entered is None else (Target(entered, manager, By.ENTER),)
    elif isinstance(statement, TryStmt):
        for caught, name in zip(statement.types, statement.vars, strict=True):
            yield from () if name is None else (Target(name, caught, By.CATCH),)
    elif isinstance(statement, MatchStmt):
        for pattern in statement.patterns:
            yield from (Target(name, statement.subject, By.MATCH) for name in captures(pattern))
    elif isinstance(statement, DelStmt):
        yield Target(statement.expr, None, By.DELETE)


def targets_within(part: Expression) -> Iterator[Target]:
    """Yield what an expression binds, the expressions inside it left out: ``:=`` and comprehensions."""
    if isinstance(part, AssignmentExpr):
        yield Target(part.target, part.value, By.ASSIGN)
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        for target, sequence in zip(part.indices, part.sequences, strict=True):
            yield Target(target, sequence, By.ITERATE)


def unpacked(target: Expression) -> Iterator[Expression]:
    """Yield what is bound where a target is unpacked, or the target itself."""
    if isinstance(target, TupleExpr | ListExpr):
        for item in target.items:
            yield from unpacked(item)
    elif isinstance(target, StarExpr):
        yield from unpacked(target.expr)
    else:
        yield target


def members(target: Expression) -> Iterator[MemberExpr]:
    """Yield the attributes that a target binds."""
    return (part for part in unpacked(target) if isinstance(part, MemberExpr))


def row(expression: Expression | None) -> list[Expression]:
    """Return the items of a tuple or list that is written out, nothing where one is starred."""
    items = expression.items if isinstance(expression, TupleExpr | ListExpr) else []
    return [] if any(isinstance(item, StarExpr) for item in items) else items


def paired(target: Expression, value: Expression | None) -> list[tuple[Expression, Expression]]:
    """Return each target of ``a, b = x, y`` with its own value; nothing where they do not pair up."""
    items, values = row(target), row(value)
    return list(zip(items, values, strict=True)) if len(items) == len(values) else []
