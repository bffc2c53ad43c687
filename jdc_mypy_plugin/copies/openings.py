"""With statements and calls that make a mutable copy.

``with jdc.copy_and_mutate(state) as copy:`` makes ``copy`` and everything in it writable until the block ends. A
context manager that the plugin does not know may hand out a mutable copy as well.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import CallExpr, Decorator, Expression, MemberExpr, MypyFile, NameExpr, RefExpr, WithStmt

from ..libraries.registry import COPIERS
from ..model.functions.function_notes import is_plain_manager
from ..syntax.body import Body
from ..syntax.walk import descendants
from .keys import Key, Keys, keys

MAKER: Final = "copy_and_mutate"


def copiers_named(body: Body) -> frozenset[str]:
    """Return the full names of every ``copy_and_mutate`` that a module names; "" for one that mypy does not know."""
    return frozenset(part.fullname for part in body.references_of(MAKER))


def sole_copier(named: frozenset[str]) -> str | None:
    """Return the full name of ``copy_and_mutate`` where a module names one library's and no other."""
    return next(iter(named)) if len(named) == 1 and named <= COPIERS else None


def names_maker(value: Expression) -> bool:
    """Return whether ``copy_and_mutate`` occurs in an expression."""
    return any(isinstance(part, NameExpr | MemberExpr) and part.name == MAKER for part in descendants(value))


def copied_in(statement: WithStmt) -> Keys:
    """Return the targets of a with statement that are certain to be the copy that ``copy_and_mutate`` makes."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if isinstance(manager, CallExpr) and isinstance(manager.callee, RefExpr) and isinstance(target, NameExpr):
            found.update(keys(target) if manager.callee.fullname in COPIERS else ())
    return frozenset(found)


def opened(statement: WithStmt) -> Keys:
    """Return the names that a with statement may make writable: its targets, and an object whose method it calls."""
    found: set[Key] = set()
    for manager, target in zip(statement.expr, statement.target, strict=True):
        if target is not None and not opens_nothing(manager):
            found.update(keys(target))
        if isinstance(manager, CallExpr) and isinstance(manager.callee, MemberExpr):
            found.update(() if _is_module(manager.callee.expr) else keys(manager.callee.expr))
    return frozenset(found)


def opens_nothing(manager: Expression) -> bool:
    """Return whether a manager only hands on what it is given, or an object that it makes."""
    callee = manager.callee if isinstance(manager, CallExpr) else None
    return isinstance(callee, RefExpr) and isinstance(callee.node, Decorator) and is_plain_manager(callee.fullname)


def _is_module(expression: Expression) -> bool:
    return isinstance(expression, RefExpr) and isinstance(expression.node, MypyFile)


def may_open(body: Body) -> bool:
    """Return whether a module has a with statement that may make anything writable."""
    blocks = body.statements_of(WithStmt)
    return any(opened(block) or any(target is not None for target in block.target) for block in blocks)
