"""What a module holds and where, found in one walk."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    ConditionalExpr,
    Context,
    Expression,
    ExpressionStmt,
    MypyFile,
    OpExpr,
    Statement,
    TryStmt,
)

from .per_module import PerModule
from .places import Place, place
from .walk import blocks


class ModuleIndex:
    """The index of one module."""

    def __init__(self, tree: MypyFile) -> None:
        self._discarded: set[Place] = set()
        self._statements: set[Place] = set()
        self._read(tree.defs)

    def is_discarded(self, call: Context) -> bool:
        """Return whether nobody takes the result of a call."""
        return place(call) in self._discarded

    def is_statement(self, call: Context) -> bool:
        """Return whether a call is all of a statement, but for parentheses."""
        return place(call) in self._statements

    def _read(self, body: list[Statement]) -> None:
        for statement in body:
            if isinstance(statement, ExpressionStmt):
                self._discarded.update(place(call) for call in _last_calls(statement.expr))
                self._statements.add(place(statement.expr))
            for block in blocks(statement):
                if not (isinstance(statement, TryStmt) and block is statement.body and len(block.body) == 1):
                    self._read(block.body)


def _last_calls(expression: Expression) -> Iterator[CallExpr]:
    """Yield the calls whose result is that of an expression."""
    if isinstance(expression, CallExpr):
        yield expression
    elif isinstance(expression, ConditionalExpr):
        yield from _last_calls(expression.if_expr)
        yield from _last_calls(expression.else_expr)
    elif isinstance(expression, OpExpr) and expression.op in ("and", "or"):
        yield from _last_calls(expression.right)


INDEX: Final = PerModule(ModuleIndex)
