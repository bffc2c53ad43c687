"""Statements that keep errors of operations on arrays to themselves, as they are written."""

from __future__ import annotations

from collections.abc import Container, Sequence
from typing import Final

from mypy.nodes import (
    BreakStmt,
    ContinueStmt,
    Expression,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    TryStmt,
    TupleExpr,
)

from ..walk import statements

_OF_FILES: Final = frozenset(
    ("OSError", "IOError", "FileNotFoundError", "FileExistsError", "PermissionError", "TimeoutError")
)
"""Exceptions of files and of the network."""
_UNRELATED: Final = frozenset(
    (
        *("ImportError", "ModuleNotFoundError", "KeyError", "LookupError", "AttributeError", "NameError"),
        *("StopIteration", "KeyboardInterrupt", "SystemExit", "MemoryError", "EOFError", "UnicodeDecodeError"),
        *_OF_FILES,
    )
)
"""Exceptions that no operation on arrays raises."""


def catches(attempt: TryStmt) -> bool:
    """Return whether a ``try`` has a handler for errors of operations on arrays."""
    return not _has_only(attempt, _UNRELATED)


def is_for_files(attempt: TryStmt) -> bool:
    """Return whether a ``try`` has no handlers but for errors of files, or none at all."""
    return _has_only(attempt, _OF_FILES)


def _has_only(attempt: TryStmt, names: Container[str]) -> bool:
    return all(caught is not None and _is_one(caught, names) for caught in attempt.types)


def _is_one(caught: Expression, names: Container[str]) -> bool:
    if isinstance(caught, TupleExpr):
        return all(_is_one(each, names) for each in caught.items)
    return isinstance(caught, NameExpr | MemberExpr) and caught.name in names


def leaves(attempt: TryStmt) -> bool:
    """Return whether a ``finally`` goes elsewhere, which drops the error."""
    last = () if attempt.finally_body is None else attempt.finally_body.body
    return any(isinstance(each, ReturnStmt | BreakStmt | ContinueStmt) for each in statements(last))


def drops_errors(body: Sequence[Statement]) -> bool:
    """Return whether code catches errors and does not raise them again."""
    attempts = (each for each in statements(body) if isinstance(each, TryStmt))
    return any(leaves(each) or (catches(each) and not _raises_again(each)) for each in attempts)


def _raises_again(attempt: TryStmt) -> bool:
    return all(bool(each.body) and isinstance(each.body[-1], RaiseStmt) for each in attempt.handlers)


def may_return_true(body: Sequence[Statement]) -> bool:
    """Return whether a function returns anything that is not written as None or False."""
    returned = [each.expr for each in statements(body) if isinstance(each, ReturnStmt)]
    return any(each is not None and not _is_false(each) for each in returned)


def _is_false(value: Expression) -> bool:
    return isinstance(value, NameExpr) and value.name in ("None", "False")
