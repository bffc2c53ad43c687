"""A hand-written pair of functions that flatten and unflatten a class, as far as it is simple enough to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Expression,
    FuncItem,
    IndexExpr,
    IntExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    TupleExpr,
)

from ...libraries.flattening import Flattened, attribute_of, is_docstring, straight
from ...syntax.targets import row


class Rebuilt(NamedTuple):
    """The arguments of the constructor, each as the list that it comes from and its place there."""

    positional: Sequence[str]
    """Attributes, by what flattening put there."""
    keywords: Mapping[str, str]


def rebuilt(function: FuncItem, pair: Flattened, made: Sequence[str]) -> Rebuilt | None:
    """Read ``return cls(*children, aux)``; None where it is anything else. ``made`` are names of the class."""
    names = [argument.variable.name for argument in function.arguments]
    if len(names) < 2:
        return None
    aux, children = names[-2:]
    bound = _unpacked(function, {children: pair.children, aux: pair.aux})
    _, result = straight(function, may_unpack=True)
    if bound is None or not isinstance(result, CallExpr) or not isinstance(result.callee, NameExpr):
        return None
    if result.callee.name not in made and result.callee.name != (names[0] if len(names) == 3 else None):
        return None
    positional: list[str] = []
    keywords: dict[str, str] = {}
    for value, kind, keyword in zip(result.args, result.arg_kinds, result.arg_names, strict=True):
        given = _given(value, bound)
        if kind is ArgKind.ARG_STAR and given is not None and not isinstance(given, str):
            positional.extend(given)
        elif kind is ArgKind.ARG_POS and isinstance(given, str):
            positional.append(given)
        elif kind is ArgKind.ARG_NAMED and isinstance(given, str) and keyword is not None:
            keywords[keyword] = given
        else:
            return None
    return Rebuilt(positional, keywords)


def set_again(function: FuncItem, pair: Flattened) -> Sequence[tuple[str, str]]:
    """Read ``new = object.__new__(cls)``, ``new.x, new.y = children``; nothing of anything else.

    Each attribute comes with the one that flattening put there.
    """
    names = [argument.variable.name for argument in function.arguments]
    body = [each for each in function.body.body if not is_docstring(each)]
    first, others = (body[0], body[1:]) if body else (function.body, [])
    target = first.lvalues[0] if isinstance(first, AssignmentStmt) else None
    if len(names) < 2 or not isinstance(target, NameExpr) or not _is_new(first):
        return ()
    bound: dict[str, Sequence[str] | str] = {names[-1]: pair.children, names[-2]: pair.aux}
    found: list[tuple[str, str]] = []
    for statement in others[:-1]:
        if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
            return ()
        source = _given(statement.rvalue, bound)
        written, sources = row(statement.lvalues[0]) or statement.lvalues, [source]
        if isinstance(statement.lvalues[0], TupleExpr):
            sources = [] if source is None or isinstance(source, str) else list(source)
        attributes = [attribute_of(each, target.name) for each in written]
        if len(attributes) != len(sources):
            return ()
        for attribute, came_from in zip(attributes, sources, strict=True):
            if attribute is None or not isinstance(came_from, str):
                return ()
            found.append((attribute, came_from))
    last = others[-1] if others else None
    is_returned = isinstance(last, ReturnStmt) and isinstance(last.expr, NameExpr) and last.expr.name == target.name
    return found if is_returned else ()


def _is_new(statement: Statement) -> bool:
    """Return whether a statement is ``new = object.__new__(cls)``."""
    value = statement.rvalue if isinstance(statement, AssignmentStmt) else None
    return isinstance(value, CallExpr) and isinstance(value.callee, MemberExpr) and value.callee.name == "__new__"


def _given(value: Expression, bound: Mapping[str, Sequence[str] | str]) -> Sequence[str] | str | None:
    """Return what a name stands for, or an item of it: ``children[0]``."""
    if isinstance(value, IndexExpr) and isinstance(value.base, NameExpr) and isinstance(value.index, IntExpr):
        whole, at = bound.get(value.base.name), value.index.value
        return whole[at] if whole is not None and not isinstance(whole, str) and at < len(whole) else None
    return bound.get(value.name) if isinstance(value, NameExpr) else None


def _unpacked(
    function: FuncItem, given: Mapping[str, Sequence[str] | str]
) -> Mapping[str, Sequence[str] | str] | None:
    """Return what each name of a function stands for, after ``x, y = children``; None where that is unclear."""
    bound = dict(given)
    for statement in function.body.body[:-1]:
        if not isinstance(statement, AssignmentStmt):
            continue
        target, value = statement.lvalues[0], statement.rvalue
        source = bound.get(value.name) if isinstance(value, NameExpr) else None
        if source is None or isinstance(source, str) or not isinstance(target, TupleExpr):
            return None
        names = [each.name for each in target.items if isinstance(each, NameExpr)]
        if len(names) != len(target.items) or len(names) != len(source):
            return None
        bound.update(zip(names, source, strict=True))
    return bound
