"""Functions of a program without annotations of arrays: ``def scale(x): return x * 2``."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from mypy.nodes import CallExpr, Expression, FuncDef, LambdaExpr, ReturnStmt, SymbolNode, Var

from ..syntax.arguments import bound
from ..syntax.functions import returned_by


class Helper(NamedTuple):
    """A function with one ``return``, at its end."""

    parameters: Sequence[tuple[Var, Expression | None]]
    """Each with its default."""
    result: Expression
    is_typed: bool
    """True of several statements in a function with annotations: they say more once mypy has checked them."""

    def given_by(self, call: CallExpr) -> Sequence[tuple[SymbolNode, Expression]] | None:
        """Return what each parameter holds in a call; None where the call does not say so of all."""
        names = [variable.name for variable, _ in self.parameters]
        filled = {name: value for value, name in bound(call, names)}
        given = [(variable, filled.get(variable.name, default)) for variable, default in self.parameters]
        known = [(variable, value) for variable, value in given if value is not None]
        return known if len(known) == len(given) and filled.keys() <= set(names) else None


def helper_of(node: object) -> Helper | None:
    """Return what a definition or a lambda computes, if it returns once, at its end, and nothing decorates it."""
    if not isinstance(node, FuncDef | LambdaExpr) or any(kind.is_star() for kind in node.arg_kinds):
        return None
    if isinstance(node, FuncDef) and (node.is_coroutine or node.is_generator or node.is_decorated or node.info):
        return None
    last = node.body.body[-1] if node.body.body else None
    returned = last.expr if isinstance(last, ReturnStmt) else None
    if returned is None or len(returned_by(node.body.body)) != 1:
        return None
    is_typed = len(node.body.body) > 1 and not node.is_dynamic()
    return Helper([(each.variable, each.initializer) for each in node.arguments], returned, is_typed)
