"""The targets that a statement or an expression binds, and the value of each."""

from __future__ import annotations

import enum
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final, NamedTuple

from mypy.nodes import (
    AssignmentExpr,
    AssignmentStmt,
    CallExpr,
    DelStmt,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    ListExpr,
    MatchStmt,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    StarExpr,
    Statement,
    TryStmt,
    TupleExpr,
    WithStmt,
)

from ..arguments import positional
from ..walk import captures


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


def targets(statement: Statement) -> Sequence[Target]:
    """Return what a statement binds, outside its blocks; definitions and imports bind names of their own."""
    list_them = _TARGETS.get(type(statement))
    return () if list_them is None else list_them(statement)


def _entered(statement: WithStmt) -> list[Target]:
    pairs = zip(statement.expr, statement.target, strict=True)
    return [Target(entered, manager, By.ENTER) for manager, entered in pairs if entered is not None]


def _caught(statement: TryStmt) -> list[Target]:
    pairs = zip(statement.types, statement.vars, strict=True)
    return [Target(name, caught, By.CATCH) for caught, name in pairs if name is not None]


def _matched(statement: MatchStmt) -> list[Target]:
    names = (name for pattern in statement.patterns for name in captures(pattern))
    return [Target(name, statement.subject, By.MATCH) for name in names]


_TARGETS: Final[dict[type, Callable[[Any], Sequence[Target]]]] = {
    AssignmentStmt: lambda s: [Target(target, s.rvalue, By.ASSIGN) for target in s.lvalues],
    OperatorAssignmentStmt: lambda s: (Target(s.lvalue, s.rvalue, By.UPDATE),),
    ForStmt: lambda s: (Target(s.index, s.expr, By.ITERATE),),
    WithStmt: _entered,
    TryStmt: _caught,
    MatchStmt: _matched,
    DelStmt: lambda s: (Target(s.expr, None, By.DELETE),),
}


def targets_within(part: Expression) -> Iterator[Target]:
    """Yield what an expression binds, the expressions inside it left out: ``:=`` and comprehensions."""
    if isinstance(part, AssignmentExpr):
        yield Target(part.target, part.value, By.ASSIGN)
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        for target, sequence in zip(part.indices, part.sequences, strict=True):
            yield Target(target, sequence, By.ITERATE)


def unpacked(target: Expression) -> Sequence[Expression]:
    """Return what is bound where a target is unpacked, or the target itself."""
    if isinstance(target, TupleExpr | ListExpr):
        return [part for item in target.items for part in unpacked(item)]
    return unpacked(target.expr) if isinstance(target, StarExpr) else (target,)


def members(target: Expression) -> Iterator[MemberExpr]:
    """Yield the attributes that a target binds."""
    return (part for part in unpacked(target) if isinstance(part, MemberExpr))


def row(expression: Expression | None) -> list[Expression]:
    """Return the items of a tuple or list that is written out, nothing where one is starred."""
    items = expression.items if isinstance(expression, TupleExpr | ListExpr) else []
    return [] if any(isinstance(item, StarExpr) for item in items) else items


def parts(expression: Expression) -> list[Expression]:
    """Return the items of a tuple or list that is written out, nothing where more than one is starred."""
    items = expression.items if isinstance(expression, TupleExpr | ListExpr) else []
    return [] if sum(isinstance(item, StarExpr) for item in items) > 1 else items


def handed_on(target: Expression, rows: Expression) -> Iterator[tuple[Expression, Expression]]:
    """Yield what a loop binds with what that is a row of, also under `enumerate`, `zip` and `reversed`."""
    callee = rows.callee if isinstance(rows, CallExpr) else None
    name = callee.fullname if isinstance(callee, NameExpr) else ""
    items, given = row(target), positional(rows) if isinstance(rows, CallExpr) else []
    if name == "builtins.enumerate" and len(items) == 2 and given:
        yield items[1], given[0]
    elif name == "builtins.zip" and len(items) == len(given):
        yield from zip(items, given, strict=True)
    elif name == "builtins.reversed" and given:
        yield target, given[0]
    else:
        yield target, rows


def paired(target: Expression, value: Expression | None) -> list[tuple[Expression, Expression]]:
    """Return each target of ``a, b = x, y`` with its own value; nothing where they do not pair up."""
    items, values = row(target), row(value)
    return list(zip(items, values, strict=True)) if len(items) == len(values) else []
