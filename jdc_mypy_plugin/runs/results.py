"""How the body of a function may end."""

from __future__ import annotations

from collections.abc import Sequence

from mypy.nodes import (
    CallExpr,
    ExpressionStmt,
    FuncItem,
    IfStmt,
    PassStmt,
    RaiseStmt,
    ReturnStmt,
    Statement,
    TryStmt,
    WithStmt,
)
from mypy.types import AnyType, CallableType, NoneType, get_proper_type

from .python.managers import lets_pass


def falls_off(body: Sequence[Statement]) -> bool:
    """Return whether a body may end without ``return``."""
    last = body[-1] if body else PassStmt()
    if isinstance(last, IfStmt):
        return last.else_body is None or any(falls_off(each.body) for each in (*last.body, last.else_body))
    if isinstance(last, WithStmt):
        return not all(map(lets_pass, last.expr)) or falls_off(last.body.body)
    if isinstance(last, TryStmt):
        whole = [last.else_body or last.body, *last.handlers]
        is_last = last.finally_body is not None and not falls_off(last.finally_body.body)
        return not is_last and any(falls_off(each.body) for each in whole)
    return not isinstance(last, ReturnStmt | RaiseStmt)


def ends_without(function: FuncItem) -> bool:
    """Return whether a function may end without a result: it does something, and its annotation promises none."""
    first = function.body.body[0] if function.body.body else PassStmt()
    is_empty = isinstance(first, PassStmt) or (
        isinstance(first, ExpressionStmt) and not isinstance(first.expr, CallExpr)
    )
    if is_empty and len(function.body.body) <= 1:
        return False
    declared = function.type
    return not isinstance(declared, CallableType) or isinstance(
        get_proper_type(declared.ret_type), NoneType | AnyType
    )
