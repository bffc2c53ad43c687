"""Code that may fail without harm: what it raises may be caught, or it may never run."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    ClassDef,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    OverloadedFuncDef,
    RefExpr,
    Statement,
    TryStmt,
    WithStmt,
)

from ..syntax.walk import descendants, expressions_in, expressions_of

_LETS_THROUGH: Final = ("jax.", "jdc_runtime.", "contextlib.nullcontext", "builtins.open")
"""Modules whose context managers catch nothing."""


def guarded_in(statement: Statement) -> Iterator[Expression]:
    """Yield the expressions inside a statement that may fail without harm to the function around it."""
    yield from expressions_in(_guarded_body(statement))
    for expression in expressions_of(statement):
        for part in descendants(expression):
            if isinstance(part, LambdaExpr):
                yield from descendants(part)


def _guarded_body(statement: Statement) -> list[Statement]:
    if isinstance(statement, TryStmt) and statement.handlers:
        return statement.body.body
    if isinstance(statement, WithStmt) and not all(_lets_through(manager) for manager in statement.expr):
        return statement.body.body
    # who calls a function, and under which guards, is not known
    is_definition = isinstance(statement, FuncDef | Decorator | OverloadedFuncDef | ClassDef)
    return [statement] if is_definition else []


def _lets_through(manager: Expression) -> bool:
    made = manager.callee if isinstance(manager, CallExpr) else manager
    return isinstance(made, RefExpr) and made.fullname.startswith(_LETS_THROUGH)
