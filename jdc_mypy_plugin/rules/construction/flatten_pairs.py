"""A hand-written pair of functions that flatten and unflatten a class, as far as it is simple enough to read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from mypy.nodes import (
    ArgKind,
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    IndexExpr,
    IntExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    ReturnStmt,
    Statement,
    StrExpr,
    TupleExpr,
)

from ...libraries.definition import is_none
from ...syntax.targets import row


class Flattened(NamedTuple):
    """The attributes of an object that are its children, and those that are its auxiliary data, in order."""

    children: Sequence[str]
    aux: Sequence[str] | str
    """The attribute itself where it is not in a tuple."""


class Rebuilt(NamedTuple):
    """The arguments of the constructor, each as the list that it comes from and its place there."""

    positional: Sequence[str]
    """Attributes, by what flattening put there."""
    keywords: Mapping[str, str]


def flattened(function: FuncItem, *, with_keys: bool) -> Flattened | None:
    """Read ``return (self.x, self.y), self.n``; None where it is anything else."""
    names, result = _straight(function)
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
    children = [_attribute(_resolved(each, names), receiver) for each in items]
    beside = _aux(aux, names, receiver)
    if None in children or beside is None or (with_keys and not isinstance(whole, TupleExpr | ListExpr)):
        return None
    return Flattened([each for each in children if each is not None], beside)


def rebuilt(function: FuncItem, pair: Flattened, made: Sequence[str]) -> Rebuilt | None:
    """Read ``return cls(*children, aux)``; None where it is anything else. ``made`` are names of the class."""
    names = [argument.variable.name for argument in function.arguments]
    if len(names) < 2:
        return None
    aux, children = names[-2:]
    bound = _unpacked(function, {children: pair.children, aux: pair.aux})
    _, result = _straight(function, may_unpack=True)
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
    body = [each for each in function.body.body if not _is_docstring(each)]
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
        attributes = [_attribute(each, target.name) for each in written]
        if len(attributes) != len(sources):
            return ()
        for attribute, came_from in zip(attributes, sources, strict=True):
            if attribute is None or not isinstance(came_from, str):
                return ()
            found.append((attribute, came_from))
    last = others[-1] if others else None
    is_returned = isinstance(last, ReturnStmt) and isinstance(last.expr, NameExpr) and last.expr.name == target.name
    return found if is_returned else ()


def _is_docstring(statement: Statement) -> bool:
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)


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


def _row(expression: Expression) -> Expression:
    """Return the list or tuple in ``tuple([...])`` and ``list((...))``."""
    callee = expression.callee if isinstance(expression, CallExpr) else None
    is_made = isinstance(callee, NameExpr) and callee.fullname in ("builtins.tuple", "builtins.list")
    return expression.args[0] if isinstance(expression, CallExpr) and is_made and expression.args else expression


def _straight(function: FuncItem, *, may_unpack: bool = False) -> tuple[Mapping[str, Expression], Expression | None]:
    """Return the local names of a function without branches, and what it returns; nothing of any other."""
    names: dict[str, Expression] = {}
    for statement in function.body.body:
        if isinstance(statement, ReturnStmt):
            return (names, statement.expr) if statement is function.body.body[-1] else ({}, None)
        if _is_docstring(statement):
            continue
        target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
        if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
            return {}, None
        if isinstance(target, NameExpr) and target.name not in names:
            names[target.name] = statement.rvalue
        elif not (may_unpack and isinstance(target, TupleExpr)):
            return {}, None
    return {}, None


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


def _resolved(expression: Expression, names: Mapping[str, Expression]) -> Expression:
    return names.get(expression.name, expression) if isinstance(expression, NameExpr) else expression


def _attribute(expression: Expression, receiver: str) -> str | None:
    if not isinstance(expression, MemberExpr) or not isinstance(expression.expr, NameExpr):
        return None
    return expression.name if expression.expr.name == receiver else None


def _aux(expression: Expression, names: Mapping[str, Expression], receiver: str) -> Sequence[str] | str | None:
    if is_none(expression):
        return []
    if isinstance(expression, TupleExpr):
        found = [_attribute(_resolved(each, names), receiver) for each in expression.items]
        return None if None in found else [each for each in found if each is not None]
    return _attribute(expression, receiver)
