"""Attributes that a function writes, so that what it reads there afterwards is not what it was given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    MemberExpr,
    NameExpr,
    RefExpr,
    StrExpr,
    TupleExpr,
    WithStmt,
)

from ..syntax.arguments import positional
from ..syntax.body import Body
from ..syntax.ranges import Position, range_of
from ..syntax.targets import unpacked

_SETTERS: Final = ("builtins.setattr", "builtins.object.__setattr__")


class WrittenField(NamedTuple):
    """An attribute that a function writes."""

    name: str
    value: Expression | None
    """The new value; None where a tuple is unpacked."""
    after: Position
    """The end of what writes it."""


def written_fields(body: Body) -> Iterator[WrittenField]:
    """Yield the attributes that a function writes; those of a mutable copy are none of the object's."""
    copies = {
        each.node
        for statement in body.statements_of(WithStmt)
        for target in statement.target
        if target is not None
        for each in unpacked(target)
        if isinstance(each, NameExpr)
    }
    for statement in body.statements_of(AssignmentStmt):
        after = range_of(statement)[1]
        for target in statement.lvalues:
            value = None if isinstance(target, TupleExpr) else statement.rvalue
            for each in unpacked(target):
                if isinstance(each, MemberExpr) and _root(each) not in copies:
                    yield WrittenField(each.name, value, after)
    for call in body.expressions_of(CallExpr):
        given = positional(call) if isinstance(call.callee, RefExpr) and call.callee.fullname in _SETTERS else []
        if len(given) == 3 and isinstance(given[1], StrExpr) and _root(given[0]) not in copies:
            yield WrittenField(given[1].value, given[2], range_of(call)[1])


def _root(expression: Expression) -> object:
    """Return the variable that an attribute of an attribute is reached from."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    return expression.node if isinstance(expression, NameExpr) else None
