"""Small functions of a program without annotations of arrays: ``def scale(x): return x * 2``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import (
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    LambdaExpr,
    ReturnStmt,
    StrExpr,
    SymbolNode,
    Var,
)

from ..syntax.arguments import bound


class Helper(NamedTuple):
    """A function whose body is one ``return``."""

    parameters: Sequence[tuple[Var, Expression | None]]
    """Each with its default."""
    result: Expression

    def given_by(self, call: CallExpr) -> Sequence[tuple[SymbolNode, Expression]] | None:
        """Return what each parameter holds in a call; None where the call does not say so of all."""
        names = [variable.name for variable, _ in self.parameters]
        filled = {name: value for value, name in bound(call, names)}
        given = [(variable, filled.get(variable.name, default)) for variable, default in self.parameters]
        known = [(variable, value) for variable, value in given if value is not None]
        return known if len(known) == len(given) and filled.keys() <= set(names) else None


def helper_of(node: object) -> Helper | None:
    """Return what a definition or a lambda computes, if its body is one ``return`` and nothing decorates it."""
    if not isinstance(node, FuncDef | LambdaExpr) or any(kind.is_star() for kind in node.arg_kinds):
        return None
    if isinstance(node, FuncDef) and (node.is_coroutine or node.is_generator or node.is_decorated or node.info):
        return None
    body = [each for each in node.body.body if not _is_docstring(each)]
    returned = body[0].expr if len(body) == 1 and isinstance(body[0], ReturnStmt) else None
    if returned is None:
        return None
    return Helper([(each.variable, each.initializer) for each in node.arguments], returned)


def _is_docstring(statement: object) -> bool:
    return isinstance(statement, ExpressionStmt) and isinstance(statement.expr, StrExpr)
