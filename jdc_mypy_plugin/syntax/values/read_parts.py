"""Which parts of a parameter a function reads: JAX drops an argument of a jitted function that nothing reads."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import inf
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Decorator,
    DelStmt,
    DictExpr,
    Expression,
    FuncDef,
    FuncItem,
    IfStmt,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    StrExpr,
    TupleExpr,
    Var,
)

from ..names.targets import targets, unpacked
from ..walk import children, expressions_in, statements
from .deleted import ABOUT, is_about_shapes
from .dropped_values import dropped_by

_WHOLE: Final = frozenset(("map", "tree_map", "apply_updates", "apply_gradients", "incremental_update"))
"""Functions that read all arrays of what they are given."""
_REPLACING: Final = ("replace", "_replace")
_DEEPEST: Final = 3


def is_read(function: FuncItem, variable: Var, parts: frozenset[str], depth: int = 0) -> bool:
    """Return whether a function is certain to read all of some parts of a parameter, or anything for no parts."""
    inside = expressions_in(function.body.body)
    around = {child: each for each in inside for child in children(each)}
    chosen = {
        each
        for statement in statements(function.body.body)
        if isinstance(statement, IfStmt)
        for body in (*statement.body, *((statement.else_body,) if statement.else_body is not None else ()))
        for each in expressions_in(body.body)
    }
    dropped, left = dropped_by(function), _first_way_out(function)
    mentions = [
        each
        for each in _mentions(function, variable, inside)
        if each not in chosen and each not in dropped and each.line <= left
    ]
    unpacked_parts = _unpacked(function, set(mentions), depth)
    if parts and unpacked_parts:
        return parts <= unpacked_parts
    if not parts:
        return any(_reads(each, "", parts, around, depth) for each in mentions)
    return all(any(_reads(each, part, parts, around, depth) for each in mentions) for part in parts)


def _first_way_out(function: FuncItem) -> float:
    """Return the line of the first ``return`` in a branch or a loop, behind which nothing is certain to run."""
    own = function.body.body
    inner = [each for each in statements(own) if isinstance(each, ReturnStmt | RaiseStmt) and each not in own]
    nested = {each for item in statements(own) if isinstance(item, FuncDef) for each in statements(item.body.body)}
    return min((each.line for each in inner if each not in nested), default=inf)


def _unpacked(function: FuncItem, mentions: set[NameExpr], depth: int) -> set[str]:
    """Return the places of what a parameter is unpacked into by names that are read."""
    found = set[str]()
    for each in statements(function.body.body):
        names = each.lvalues[0] if isinstance(each, AssignmentStmt) and each.rvalue in mentions else None
        for place, name in enumerate(names.items if isinstance(names, TupleExpr) else ()):
            variable = name.node if isinstance(name, NameExpr) else None
            if isinstance(variable, Var) and _is_used(function, variable, depth):
                found.add(str(place))
    return found


def _is_used(function: FuncItem, variable: Var, depth: int) -> bool:
    """Return whether a function reads a variable of its own for more than its shape."""
    inside = expressions_in(function.body.body)
    around = {child: each for each in inside for child in children(each)}
    written = {
        name
        for statement in statements(function.body.body)
        for target in targets(statement)
        for name in unpacked(target.expression)
    }
    names = [each for each in inside if isinstance(each, NameExpr) and each.node is variable and each not in written]
    return any(_reads(each, "", frozenset(), around, depth) for each in names)


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
        return _keeps(call, part) if place.name in _REPLACING else not parts or place.name in _WHOLE
    if isinstance(place, MemberExpr):
        return place.name not in ABOUT and _is_of(place, place.name, part, around)
    if isinstance(place, IndexExpr) and place.base is name:
        index = place.index
        key = index.value if isinstance(index, StrExpr) else str(index.value) if isinstance(index, IntExpr) else ""
        return _is_of(place, key, part, around)
    if isinstance(place, DictExpr) and part:
        return not any(isinstance(key, StrExpr) and key.value == part for key, _ in place.items)
    if isinstance(place, CallExpr) and place.callee is not name:
        return _is_read_by(place, name, part, parts, depth)
    return not parts


def _is_of(place: Expression, key: str, part: str, around: Mapping[Expression, Expression]) -> bool:
    """Return whether an attribute or an item is a part that is read for more than its shape."""
    outer = around.get(place)
    is_about = isinstance(outer, MemberExpr) and outer.name in ABOUT
    if isinstance(outer, CallExpr):
        is_about = is_about or any(map(_is_like, (outer.callee, *outer.args)))
    is_part_of_it = isinstance(outer, IndexExpr) and outer.base is place and isinstance(outer.index, StrExpr)
    return not is_about and (not part or (key == part and not is_part_of_it))


def _is_like(function: Expression) -> bool:
    return isinstance(function, NameExpr | MemberExpr) and is_about_shapes(function.name)


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
        return not parts or short in _WHOLE
    place = call.args.index(name)
    keyword = call.arg_names[place]
    taken = [
        each.variable
        for at, each in enumerate(function.arguments)
        if each.variable.name == keyword or (keyword is None and at == place)
    ]
    return bool(taken) and is_read(function, taken[0], parts and frozenset((part,)), depth + 1)
