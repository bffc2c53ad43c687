"""Methods that Python calls by itself: ``c[0] = x`` calls ``__setitem__``."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    CallExpr,
    ComparisonExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    StarExpr,
    Statement,
    UnaryExpr,
    WithStmt,
    YieldFromExpr,
)
from mypy.operators import op_methods, reverse_op_methods, unary_op_methods

Operands = tuple[tuple[Expression, ...], tuple[str, ...]]
"""Expressions, and the methods that may be called with the value of one of them."""

_ITERATION: Final = ("__iter__", "__next__", "__aiter__", "__anext__")
_ITEMS: Final = ("__getitem__", "__setitem__", "__delitem__")
_MANAGEMENT: Final = ("__enter__", "__exit__", "__aenter__", "__aexit__")


def calls_of_statement(statement: Statement) -> Iterator[Operands]:
    """Yield what a statement calls by itself, its expressions left out."""
    if isinstance(statement, OperatorAssignmentStmt):
        yield (statement.lvalue, statement.rvalue), _binary(statement.op, in_place=True)
    elif isinstance(statement, ForStmt):
        yield (statement.expr,), _ITERATION
    elif isinstance(statement, WithStmt):
        yield tuple(statement.expr), _MANAGEMENT


def calls_of_expression(part: Expression) -> Iterator[Operands]:
    """Yield what an expression calls by itself, the expressions inside it left out."""
    if isinstance(part, IndexExpr):
        yield (part.base,), _ITEMS
    elif isinstance(part, OpExpr):
        yield (part.left, part.right), _binary(part.op)
    elif isinstance(part, ComparisonExpr):
        for operator in part.operators:
            yield tuple(part.operands), _binary(operator.removeprefix("not "))
    elif isinstance(part, UnaryExpr):
        yield (part.expr,), (unary_op_methods.get(part.op, "__bool__"),)
    elif isinstance(part, GeneratorExpr | DictionaryComprehension):
        yield tuple(part.sequences), _ITERATION
    elif isinstance(part, StarExpr | YieldFromExpr):
        yield (part.expr,), _ITERATION
    elif isinstance(part, CallExpr):
        name = part.callee.fullname.removeprefix("builtins.") if isinstance(part.callee, NameExpr) else ""
        yield tuple(part.args), (f"__{name}__", *_ITERATION)


def _binary(operator: str, *, in_place: bool = False) -> tuple[str, ...]:
    name = op_methods.get(operator)
    if name is None:
        return ()
    names = (name, reverse_op_methods.get(name, name))
    return (f"__i{name[2:]}", *names) if in_place else names
