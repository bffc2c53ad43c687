"""A hand-written function that takes an object apart, as far as it is simple enough to read."""

from __future__ import annotations

from typing import Final, NamedTuple

from mypy.nodes import AssertStmt, AssignmentStmt, Context, FuncItem, ReturnStmt

from ..syntax.values.parts import Parts, Row, Value, Whole, steps

UNFLATTEN: Final = "tree_unflatten"
"""The method that puts an object together, in classes whose own methods JAX calls."""


class Flattened(NamedTuple):
    """The two things that flattening returns."""

    children: Value
    aux: Value


def flattened(function: FuncItem, *, with_keys: bool) -> Flattened | None:
    """Read ``return (self.x, self.y), self.n``; None where the function branches, or returns no pair."""
    receiver = function.arguments[0].variable.name if function.arguments else ""
    result = _returned(function, Parts({receiver: Whole()}))
    if not isinstance(result, Row) or len(result.items) != 2:
        return None
    children, aux = result.items
    if with_keys:
        items = children.items if isinstance(children, Row) else None
        children = None if items is None else Row([_without_key(each) for each in items])
    return Flattened(children, aux)


def place_of_result(function: FuncItem) -> Context:
    """Return what a function returns, or the function itself where it is not simple enough to read."""
    last = steps(function)[-1:]
    returned = last[0].expr if last and isinstance(last[0], ReturnStmt) else None
    return function if returned is None else returned


def _returned(function: FuncItem, parts: Parts) -> Value:
    """Return the value of a function without branches."""
    for statement in steps(function):
        if isinstance(statement, ReturnStmt):
            return parts.of(statement.expr)
        if isinstance(statement, AssignmentStmt):
            value = parts.of(statement.rvalue)
            if not all(parts.assign(target, value) for target in statement.lvalues):
                return None
        elif not isinstance(statement, AssertStmt):
            return None
    return None


def _without_key(item: Value) -> Value:
    return item.items[1] if isinstance(item, Row) and len(item.items) == 2 else None
