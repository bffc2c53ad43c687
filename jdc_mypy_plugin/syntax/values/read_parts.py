"""Which parts of a parameter a function reads: JAX drops an argument of a jitted function that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    DelStmt,
    DictExpr,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    MemberExpr,
    NameExpr,
    StrExpr,
    Var,
)

from ..names.targets import targets, unpacked
from ..walk import children, expressions_in, statements

_ABOUT: Final = frozenset(
    ("shape", "ndim", "size", "dtype", "sharding", "weak_type", "nbytes", "aval", "is_deleted", "result_type")
)
"""What a deleted array still has, and a function may ask without its values."""
_LIKE: Final = "_like"
_REPLACING: Final = ("replace", "_replace")
_DEEPEST: Final = 3


def is_read(function: FuncItem, variable: Var, parts: frozenset[str], depth: int = 0) -> bool:
    """Return whether a function reads all of some parts of a parameter; without parts, anything of it."""
    inside = expressions_in(function.body.body)
    around = {child: each for each in inside for child in children(each)}
    mentions = list(_mentions(function, variable, inside))
    if not parts:
        return any(_reads(each, "", parts, around, depth) for each in mentions)
    return all(any(_reads(each, part, parts, around, depth) for each in mentions) for part in parts)


def _mentions(function: FuncItem, variable: Var, inside: list[Expression]) -> Iterator[NameExpr]:
    """Yield the reads of a parameter, up to where it may be bound again."""
    bound = [
        (statement, name)
        for statement in statements(function.body.body)
        for target in targets(statement)
        for name in unpacked(target.expression)
        if isinstance(name, NameExpr) and name.node is variable
    ]
    last = min((statement.end_line or statement.line for statement, _ in bound), default=None)
    deleted = [each.expr for each in statements(function.body.body) if isinstance(each, DelStmt)]
    written = {name for _, name in bound} | {name for each in deleted for name in unpacked(each)}
    for each in inside:
        is_before = last is None or each.line <= last
        if isinstance(each, NameExpr) and each.node is variable and each not in written and is_before:
            yield each


def _reads(
    name: NameExpr, part: str, parts: frozenset[str], around: Mapping[Expression, Expression], depth: int
) -> bool:
    """Return whether a mention of a parameter reads a part of it, or anything of it for no part."""
    place = around.get(name)
    if isinstance(place, MemberExpr) and isinstance(call := around.get(place), CallExpr) and call.callee is place:
        return place.name not in _REPLACING or _keeps(call, part)
    if isinstance(place, MemberExpr):
        return place.name not in _ABOUT and _is_of(place, place.name, part, parts, around)
    if isinstance(place, IndexExpr) and place.base is name:
        key = place.index.value if isinstance(place.index, StrExpr) else ""
        return _is_of(place, key, part, parts, around)
    if isinstance(place, DictExpr):
        return not any(isinstance(key, StrExpr) and key.value == part for key, _ in place.items)
    if isinstance(place, CallExpr) and place.callee is not name:
        return _is_read_by(place, name, part, parts, depth)
    return True


def _is_of(
    place: Expression, key: str, part: str, parts: frozenset[str], around: Mapping[Expression, Expression]
) -> bool:
    """Return whether an attribute or an item is a part that is read for more than its shape, or of several parts."""
    outer = around.get(place)
    is_about = isinstance(outer, MemberExpr) and outer.name in _ABOUT
    is_about = is_about or (isinstance(outer, CallExpr) and _is_like(outer.callee))
    return not is_about and (not part or key == part or key not in parts)


def _is_like(function: Expression) -> bool:
    return isinstance(function, NameExpr | MemberExpr) and function.name.endswith(_LIKE)


def _keeps(call: CallExpr, part: str) -> bool:
    """Return whether a copy with other fields has a part of the object that it is made of."""
    is_open = any(kind.is_star() for kind in call.arg_kinds)
    return not part or (not is_open and part not in call.arg_names)


def _is_read_by(call: CallExpr, name: NameExpr, part: str, parts: frozenset[str], depth: int) -> bool:
    """Return whether a function that is given the parameter reads a part of it."""
    callee = call.callee
    short = callee.name if isinstance(callee, NameExpr | MemberExpr) else ""
    if _is_like(callee) or any(_is_like(each) for each in call.args if each is not name):
        return False
    if short == "tree_at":
        return not part
    if short in _REPLACING:
        return _keeps(call, part)
    node = callee.node if isinstance(callee, NameExpr) else None
    function = node.func if isinstance(node, Decorator) else node
    if not isinstance(function, FuncDef) or depth > _DEEPEST or any(kind.is_star() for kind in call.arg_kinds):
        return True
    place = call.args.index(name)
    keyword = call.arg_names[place]
    taken = [
        each.variable
        for at, each in enumerate(function.arguments)
        if each.variable.name == keyword or (keyword is None and at == place)
    ]
    return not taken or not function.body.body or is_read(function, taken[0], parts and frozenset((part,)), depth + 1)
