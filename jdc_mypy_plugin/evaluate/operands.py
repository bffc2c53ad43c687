"""Operations in the source, and what they are applied to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    Expression,
    IndexExpr,
    MemberExpr,
    OpExpr,
    SliceExpr,
    TupleExpr,
    UnaryExpr,
)

from jdc_operations.values import NONE, Items, SliceValue, Value

IN_PLACE: Final[Mapping[str, str]] = {
    f"{operator}=": operator for operator in ("+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>")
}
"""The operators of statements that change a variable, each with that of the expression."""


def operands_of(expression: Expression) -> Sequence[Expression]:
    """Return what an operation is applied to."""
    if isinstance(expression, CallExpr):
        receiver = [expression.callee.expr] if isinstance(expression.callee, MemberExpr) else []
        return [*receiver, *expression.args]
    if isinstance(expression, IndexExpr):
        return [expression.base]
    return [expression.expr] if isinstance(expression, MemberExpr) else operator_of(expression)[1]


def operator_of(expression: Expression) -> tuple[str, Sequence[Expression]]:
    """Return an operator with its operands; no operands where an expression is something else."""
    if isinstance(expression, OpExpr):
        return expression.op, (expression.left, expression.right)
    if isinstance(expression, UnaryExpr):
        return expression.op, (expression.expr,)
    if isinstance(expression, ComparisonExpr) and len(expression.operands) == 2:
        return expression.operators[0], expression.operands
    return "", ()


def index_value(index: Expression, read: Callable[[Expression], Value]) -> Value:
    """Return the value of an index, whose parts may be slices."""
    if isinstance(index, TupleExpr):
        return Items(tuple(index_value(item, read) for item in index.items))
    if not isinstance(index, SliceExpr):
        return read(index)
    bounds = (index.begin_index, index.end_index, index.stride)
    return SliceValue(*(NONE if bound is None else read(bound) for bound in bounds))
