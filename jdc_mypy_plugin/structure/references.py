"""Functions that an expression refers to."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import (
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    MemberExpr,
    RefExpr,
    SymbolNode,
    TypeInfo,
)


def function_named(expression: Expression | None) -> FuncDef | None:
    """Return the function that a name stands for, decorated or not, or that a class holds: ``Layers.apply``."""
    node = _named(expression)
    if isinstance(node, Decorator):
        return node.func
    return node if isinstance(node, FuncDef) else None


def _named(expression: Expression | None) -> SymbolNode | None:
    if isinstance(expression, MemberExpr) and isinstance(expression.expr, RefExpr):
        owner = expression.expr.node
        symbol = owner.get(expression.name) if isinstance(owner, TypeInfo) else None
        if symbol is not None:
            return symbol.node
    return expression.node if isinstance(expression, RefExpr) else None


def branches(expression: Expression | None) -> Iterator[Expression]:
    """Yield what a conditional expression may be, or the expression itself."""
    if isinstance(expression, ConditionalExpr):
        yield from branches(expression.if_expr)
        yield from branches(expression.else_expr)
    elif expression is not None:
        yield expression
