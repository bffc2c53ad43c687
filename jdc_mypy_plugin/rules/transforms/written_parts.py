"""What an expression reads a part of: ``state.x[0]``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, IndexExpr, IntExpr, MemberExpr, StrExpr

from .trees import Key


def place_of(written: Expression) -> tuple[Key, Expression | None]:
    """Return the key of a part, and what it is a part of."""
    if isinstance(written, IndexExpr) and isinstance(written.index, IntExpr | StrExpr):
        return written.index.value, written.base
    return (written.name, written.expr) if isinstance(written, MemberExpr) else ("", None)


def origins(written: Expression) -> Iterator[Expression]:
    """Yield what ``state.x.at[0].set(1).T`` is made of: each part that it begins with, down to the name."""
    while True:
        if isinstance(written, CallExpr) and isinstance(written.callee, MemberExpr):
            written = written.callee.expr
        elif isinstance(written, MemberExpr):
            written = written.expr
        elif isinstance(written, IndexExpr):
            written = written.base
        else:
            return
        yield written
