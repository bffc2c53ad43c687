"""Context managers of a program that hand out what they are given, or a new object: ``yield state``.

Any other may hand out a mutable copy.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    MypyFile,
    NameExpr,
    WithStmt,
    YieldExpr,
    YieldFromExpr,
)

from ...syntax.names.definitions import written_name
from ...syntax.names.scopes import names_bound
from ...syntax.walk import descendants, expressions_of, statements

_MAKER: Final = "contextlib.contextmanager"
_OPENING: Final = frozenset(("__enter__", "copy_and_mutate", "enter_context"))


def plain_managers(module: MypyFile) -> Iterator[str]:
    """Yield the names of such functions at the top level of a module."""
    for each in module.defs:
        if isinstance(each, Decorator) and len(each.original_decorators) == 1:
            is_manager = written_name(each.original_decorators[0], module) == _MAKER
            if is_manager and _is_plain(each.func):
                yield each.name


def _is_plain(function: FuncDef) -> bool:
    body = list(statements(function.body.body))
    parts = [part for each in body for written in expressions_of(each) for part in descendants(written)]
    names = {part.name for part in parts if isinstance(part, NameExpr | MemberExpr)}
    if any(isinstance(each, WithStmt | FuncDef | Decorator) for each in body) or not names.isdisjoint(_OPENING):
        return False
    given = {each.variable.name for each in function.arguments} - set(names_bound(function.body.body))
    yielded = [part.expr for part in parts if isinstance(part, YieldExpr)]
    is_whole = not any(isinstance(part, YieldFromExpr) for part in parts)
    return is_whole and bool(yielded) and all(_is_handed_on(each, given) for each in yielded)


def _is_handed_on(value: Expression | None, given: set[str]) -> bool:
    if isinstance(value, CallExpr):
        return isinstance(value.callee, NameExpr) and value.callee.name[:1].isupper()
    while isinstance(value, MemberExpr):
        value = value.expr
    return isinstance(value, NameExpr) and value.name in given
