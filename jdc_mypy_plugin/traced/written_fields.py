"""Attributes that a function writes, so that what it reads there afterwards is not what it was given."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    MemberExpr,
    NameExpr,
    StrExpr,
    TupleExpr,
    WithStmt,
)

from ..syntax.arguments import positional
from ..syntax.body import Body
from ..syntax.names.named_writes import named_write
from ..syntax.names.targets import unpacked
from ..syntax.ranges import Position, range_of


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
        write, given = named_write(call), positional(call)
        name = given[write.name] if write is not None and len(given) > write.name + 1 else None
        if write is not None and isinstance(name, StrExpr) and _root(write.target) not in copies:
            yield WrittenField(name.value, given[write.name + 1], range_of(call)[1])


def _root(expression: Expression) -> object:
    """Return the variable that an attribute of an attribute is reached from."""
    while isinstance(expression, MemberExpr):
        expression = expression.expr
    return expression.node if isinstance(expression, NameExpr) else None
