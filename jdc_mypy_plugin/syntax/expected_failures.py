"""Code that is written to fail: tests of an error, and what catches the error that jdc would report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    Context,
    Expression,
    MemberExpr,
    MypyFile,
    NameExpr,
    Statement,
    TryStmt,
    TupleExpr,
    WithStmt,
)

from .per_module import PerModule
from .walk import descendants, expressions_of, statements

_CHECKS: Final = frozenset(
    ("raises", "assertRaises", "assertRaisesRegex", "assert_raises", "assert_raises_regex", "suppress")
)
"""Names under which pytest, unittest, NumPy and contextlib expect an exception."""

_CAUGHT: Final = frozenset(
    (
        "AttributeError",
        "FrozenInstanceError",
        "AnnotationError",
        "MalformedAnnotationError",
        "MutationError",
        "StaticFieldError",
    )
)
"""Exceptions that nobody catches but to see a mistake that jdc knows. `Exception` may be caught for other reasons."""

_Position = tuple[int, int]
_Range = tuple[_Position, _Position]


def is_expected_to_fail(node: Context, module: MypyFile) -> bool:
    """Return whether a node stands where an exception is expected."""
    position = (node.line, node.column)
    return any(start <= position < end for start, end in _RANGES.of(module))


def _ranges(module: MypyFile) -> list[_Range]:
    return [_range(node) for node in _expecting(module)]


_RANGES: Final = PerModule(_ranges)


def _expecting(module: MypyFile) -> Iterator[Context]:
    for statement in statements(module.defs):
        yield from _guarded_by(statement)
        for expression in expressions_of(statement):
            for part in descendants(expression):
                if isinstance(part, CallExpr) and _is_check(part) and len(part.args) > 1:
                    yield part


def _guarded_by(statement: Statement) -> list[Statement]:
    if isinstance(statement, WithStmt) and any(_is_check(manager) for manager in statement.expr):
        return statement.body.body
    if isinstance(statement, TryStmt) and any(_catches(caught) for caught in statement.types):
        return statement.body.body
    return []


def _is_check(manager: Expression) -> bool:
    callee = manager.callee if isinstance(manager, CallExpr) else None
    return isinstance(callee, NameExpr | MemberExpr) and callee.name in _CHECKS


def _catches(caught: Expression | None) -> bool:
    if isinstance(caught, TupleExpr):
        return any(_catches(item) for item in caught.items)
    return isinstance(caught, NameExpr | MemberExpr) and caught.name in _CAUGHT


def _range(node: Context) -> _Range:
    end = (node.line + 1, 0) if node.end_line is None else (node.end_line, node.end_column or 0)
    return (node.line, node.column), end
