"""Values that code puts into names: by assignments, loops, matches, defaults, and calls that may keep arguments."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    CallExpr,
    Expression,
    FuncDef,
    FuncItem,
    IndexExpr,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    Statement,
    Var,
    WithStmt,
)

from ..syntax.arguments import positional
from ..syntax.names.targets import By, Target, paired, row, targets, targets_within
from .openings import opens_nothing

Pair = tuple[Expression, Expression]
"""A target, and what is put into it."""


def put_by(statement: Statement) -> Iterator[Pair]:
    """Yield what a statement puts into names; the targets of most with statements are left to `openings.opened`."""
    if isinstance(statement, FuncDef):
        yield from _defaults(statement)
    if isinstance(statement, WithStmt):
        pairs = zip(statement.target, statement.expr, strict=True)
        yield from ((target, made) for target, made in pairs if target is not None and opens_nothing(made))
    for target in targets(statement):
        yield from _put(target)


def put_within(part: Expression) -> Iterator[Pair]:
    """Yield what an expression puts into names, the expressions inside it left out."""
    for target in targets_within(part):
        yield from _put(target)
    if isinstance(part, CallExpr):
        yield from _handed_over(part)


def _put(target: Target) -> Iterator[Pair]:
    if target.value is None:
        return
    if target.by is By.ASSIGN:
        yield from _matched(target.expression, target.value)
    elif target.by is By.ITERATE:
        yield from _items(target.expression, target.value)
    elif target.by in (By.UPDATE, By.MATCH):
        yield target.expression, target.value


def _matched(target: Expression, value: Expression) -> Iterator[Pair]:
    """Yield each target of ``a, b = x, y`` with its own value."""
    pairs = paired(target, value)
    for item, given in pairs:
        yield from _matched(item, given)
    if not pairs:
        yield target, value


def _items(target: Expression, sequence: Expression) -> Iterator[Pair]:
    """Yield each target of ``for a, b in zip(x, y)`` with its own sequence."""
    items, name, given = row(target), "", []
    if isinstance(sequence, CallExpr) and isinstance(sequence.callee, RefExpr):
        name, given = sequence.callee.fullname, positional(sequence)
    if name == "builtins.zip" and items and len(items) == len(given):
        for item, one in zip(items, given, strict=True):
            yield from _items(item, one)
    elif name == "builtins.enumerate" and len(items) == 2 and given:
        yield from _items(items[1], given[0])
    else:
        yield target, sequence


def _handed_over(call: CallExpr) -> Iterator[Pair]:
    """Yield what a call may put into its receiver, ``queue.append(x)``, and into parameters of a lambda."""
    if isinstance(call.callee, MemberExpr) and _is_container(call.callee.expr):
        yield from ((call.callee.expr, argument) for argument in call.args)
    for part in (call.callee, *call.args):
        if isinstance(part, LambdaExpr):
            yield from ((name, other) for name in _names(part) for other in call.args if other is not part)


def _is_container(receiver: Expression) -> bool:
    """Return whether a receiver may keep what it is given: an object other than ``self``, no module and no class."""
    root = receiver
    while isinstance(root, MemberExpr | IndexExpr):
        root = root.expr if isinstance(root, MemberExpr) else root.base
    return isinstance(root, NameExpr) and isinstance(root.node, Var) and not (root is receiver and root.node.is_self)


def _names(function: FuncItem) -> Iterator[NameExpr]:
    for argument in function.arguments:
        name = NameExpr(argument.variable.name)
        name.node = argument.variable
        yield name


def _defaults(function: FuncDef) -> Iterator[Pair]:
    for name, argument in zip(_names(function), function.arguments, strict=True):
        if argument.initializer is not None:
            yield name, argument.initializer
