"""Field lists that a decorator of a project computes from the metadata of the fields.

``[f.name for f in fields(cls) if f.metadata.get("static", False)]`` and its like, or two lists that a loop fills.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    ForStmt,
    GeneratorExpr,
    IfStmt,
    ListComprehension,
    ListExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    StrExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_spec.markers import STATIC_KEY

from ...syntax.names.definitions import written_name
from ..definition import LISTS


class Listed(NamedTuple):
    """The names of the fields whose metadata has a true value for a key, or of all others."""

    key: str
    is_static: bool


ALL: Final = Listed("", is_static=False)
"""The names of all fields."""

FIELDS: Final = Listed("fields", is_static=False)
"""The fields themselves, under a name: ``fields = dataclasses.fields(cls)``."""

Known = Callable[[Expression], Listed | None]
"""Returns the list that an expression is known to be."""


def class_of_fields(expression: Expression, tree: MypyFile) -> Expression | None:
    """Return what ``dataclasses.fields(cls)`` is given; None for any other expression."""
    if not isinstance(expression, CallExpr) or len(expression.args) != 1:
        return None
    return expression.args[0] if written_name(expression.callee, tree) == "dataclasses.fields" else None


def listed(statement: AssignmentStmt, known: Known) -> Mapping[str, Listed | None] | None:
    """Return the lists that an assignment makes, None for an empty one; None where it makes anything else."""
    target, value = statement.lvalues[0], statement.rvalue
    if isinstance(target, TupleExpr) and isinstance(value, TupleExpr) and len(target.items) == len(value.items):
        pairs = list(zip(target.items, value.items, strict=True))
    else:
        pairs = [(target, value)]
    made: dict[str, Listed | None] = {}
    for name, item in pairs:
        if not isinstance(name, NameExpr):
            return None
        if isinstance(item, ListExpr) and not item.items:
            made[name.name] = None
            continue
        found = comprehended(item, known)
        if found is None:
            return None
        made[name.name] = found
    return made


def comprehended(value: Expression, known: Known) -> Listed | None:
    """Return the names that a comprehension over ``fields(cls)``, or over all names, lists; None for any other."""
    if isinstance(value, CallExpr) and len(value.args) == 1 and isinstance(value.callee, NameExpr):
        if value.callee.name not in ("list", "tuple"):
            return None
        value = value.args[0]
    generator = value.generator if isinstance(value, ListComprehension) else value
    if not isinstance(generator, GeneratorExpr) or len(generator.indices) != 1 or len(generator.condlists[0]) > 1:
        return None
    index, listed_before = generator.indices[0], known(generator.sequences[0])
    condition = next(iter(generator.condlists[0]), None)
    if isinstance(index, NameExpr) and listed_before is FIELDS and _is_name_of(generator.left_expr, index):
        own = ALL if condition is None else _condition(condition, index)
        return own or (None if condition is None else _membership(condition, generator.left_expr, known))
    is_kept = listed_before == ALL and condition is not None and _is_same(generator.left_expr, index)
    return _membership(condition, index, known) if is_kept and condition is not None else None


def _membership(condition: Expression, name: Expression, known: Known) -> Listed | None:
    """Read ``name in static`` and ``f.name not in static``, where that is a list of names."""
    if not isinstance(condition, ComparisonExpr) or condition.operators not in (["in"], ["not in"]):
        return None
    asked, names = condition.operands
    other = known(names)
    if not _is_same(asked, name) or other is None or other in (FIELDS, ALL):
        return None
    return other if condition.operators == ["in"] else Listed(other.key, not other.is_static)


def _is_same(one: Expression, other: Expression) -> bool:
    """Return whether two expressions are the same name, or the same attribute of one."""
    if isinstance(one, MemberExpr) and isinstance(other, MemberExpr):
        return one.name == other.name and _is_same(one.expr, other.expr)
    return isinstance(one, NameExpr) and isinstance(other, NameExpr) and one.name == other.name


def filled_by(loop: ForStmt, known: Known) -> Mapping[str, Listed] | None:
    """Return the lists that ``for f in fields(cls):`` fills, by name; None where it does anything else."""
    if loop.else_body is not None or len(loop.body.body) != 1 or known(loop.expr) is not FIELDS:
        return None
    branch, index = loop.body.body[0], loop.index
    if not isinstance(branch, IfStmt) or len(branch.expr) != 1 or branch.else_body is None:
        return None
    if not isinstance(index, NameExpr):
        return None
    condition = _condition(branch.expr[0], index)
    taken, other = _appended(branch.body[0].body, index), _appended(branch.else_body.body, index)
    if condition is None or taken is None or other is None or taken == other:
        return None
    return {taken: condition, other: Listed(condition.key, not condition.is_static)}


def splits(
    arguments: Sequence[tuple[str | None, Expression]], listed_by: Callable[[Expression], Listed | None]
) -> bool:
    """Return whether the arguments for field lists are none, or those that the metadata of the fields gives."""
    if not arguments:
        return True
    said = {key or order: listed_by(value) for (key, value), order in zip(arguments, LISTS, strict=False)}
    return len(arguments) == 2 and said == {
        "data_fields": Listed(STATIC_KEY, is_static=False),
        "meta_fields": Listed(STATIC_KEY, is_static=True),
    }


def takes_all(
    arguments: Sequence[tuple[str | None, Expression]], listed_by: Callable[[Expression], Listed | None]
) -> bool:
    """Return whether the arguments for field lists are the names of all fields, and an empty list for the static."""
    given = {key or order: value for (key, value), order in zip(arguments, LISTS, strict=False)}
    data, static = given.get("data_fields"), given.get("meta_fields")
    is_empty = isinstance(static, ListExpr | TupleExpr) and not static.items
    return len(arguments) == 2 and is_empty and data is not None and listed_by(data) == ALL


def _appended(body: list[Statement], index: NameExpr) -> str | None:
    """Return the name of the list in ``names.append(f.name)``, the only statement of a body."""
    call = body[0].expr if len(body) == 1 and isinstance(body[0], ExpressionStmt) else None
    if not isinstance(call, CallExpr) or len(call.args) != 1 or not _is_name_of(call.args[0], index):
        return None
    callee = call.callee
    if not isinstance(callee, MemberExpr) or callee.name != "append" or not isinstance(callee.expr, NameExpr):
        return None
    return callee.expr.name


def _is_name_of(expression: Expression, index: NameExpr) -> bool:
    return _is_attribute(expression, "name", index)


def _is_attribute(expression: Expression, name: str, index: NameExpr) -> bool:
    return (
        isinstance(expression, MemberExpr)
        and expression.name == name
        and isinstance(expression.expr, NameExpr)
        and expression.expr.name == index.name
    )


def _condition(expression: Expression, index: NameExpr) -> Listed | None:
    """Read ``f.metadata.get("static", False)`` and ``not f.metadata.get("static")``."""
    if isinstance(expression, UnaryExpr) and expression.op == "not":
        inner = _condition(expression.expr, index)
        return None if inner is None else Listed(inner.key, not inner.is_static)
    if not isinstance(expression, CallExpr) or not isinstance(expression.callee, MemberExpr):
        return None
    if expression.callee.name != "get" or not _is_attribute(expression.callee.expr, "metadata", index):
        return None
    key, *otherwise = expression.args
    if not isinstance(key, StrExpr) or any(kind.is_named() or kind.is_star() for kind in expression.arg_kinds):
        return None
    is_false = all(isinstance(value, NameExpr) and value.name in ("False", "None") for value in otherwise)
    return Listed(key.value, is_static=True) if is_false and len(otherwise) <= 1 else None
