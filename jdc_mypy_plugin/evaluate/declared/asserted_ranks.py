"""How many axes a function makes sure that an array has which it is given.

``assert x.ndim == 2``, ``chex.assert_rank(x, 2)`` and ``batch, size = x.shape`` raise for every other array, so that
what stands below them meets arrays with so many axes.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssertStmt,
    AssignmentStmt,
    CallExpr,
    ComparisonExpr,
    Expression,
    ExpressionStmt,
    FuncItem,
    ListExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    StarExpr,
    Statement,
    TupleExpr,
)

from ...syntax.arguments import argument
from ...syntax.names.imported_names import as_imported, spelled
from ...syntax.ranges import position_of, range_of
from ..constants import integer
from ..scope import ModuleScope

_CHECKS: Final = "chex.assert_rank"
_LENGTH: Final = ("builtins.len", "len")


def asserted_rank(name: NameExpr, function: FuncItem, scope: ModuleScope) -> int | None:
    """Return how many axes a parameter has where a name reads it; None where nothing above makes sure of that."""
    for statement in function.body.body:
        if range_of(statement)[1] > position_of(name):
            return None
        for expression, rank in _checked(statement, scope):
            if _is_same(expression, name, scope):
                return rank
    return None


def _is_same(expression: Expression, name: NameExpr, scope: ModuleScope) -> bool:
    is_read = isinstance(expression, NameExpr) and expression.node is name.node
    return is_read and isinstance(expression, NameExpr) and scope.parameter_of(expression) is not None


def _checked(statement: Statement, scope: ModuleScope) -> Iterator[tuple[Expression, int]]:
    """Yield the arrays of which a statement makes sure, each with how many axes it has."""
    if isinstance(statement, AssertStmt):
        for test in _all_of(statement.expr):
            yield from _compared(test, scope)
    elif isinstance(statement, ExpressionStmt) and isinstance(statement.expr, CallExpr):
        yield from _called(statement.expr, scope)
    elif isinstance(statement, AssignmentStmt):
        array = _of_shape(statement.rvalue)
        rows = [each for each in statement.lvalues if isinstance(each, TupleExpr | ListExpr)]
        for row in rows if array is not None else ():
            if array is not None and not any(isinstance(each, StarExpr) for each in row.items):
                yield array, len(row.items)


def _all_of(test: Expression) -> Iterator[Expression]:
    if isinstance(test, OpExpr) and test.op == "and":
        yield from _all_of(test.left)
        yield from _all_of(test.right)
    else:
        yield test


def _compared(test: Expression, scope: ModuleScope) -> Iterator[tuple[Expression, int]]:
    """Yield the array in ``x.ndim == 2`` or ``len(x.shape) == 2``."""
    if not isinstance(test, ComparisonExpr) or test.operators != ["=="]:
        return
    one, other = test.operands
    rank = integer(other, scope)
    if isinstance(one, CallExpr) and isinstance(one.callee, NameExpr) and one.callee.fullname in _LENGTH:
        array = _of_shape(one.args[0]) if len(one.args) == 1 else None
    else:
        array = one.expr if isinstance(one, MemberExpr) and one.name == "ndim" else None
    if array is not None and rank is not None:
        yield array, rank


def _of_shape(expression: Expression) -> Expression | None:
    """Return the array in ``x.shape``."""
    return expression.expr if isinstance(expression, MemberExpr) and expression.name == "shape" else None


def _called(call: CallExpr, scope: ModuleScope) -> Iterator[tuple[Expression, int]]:
    """Yield the arrays in ``chex.assert_rank(x, 2)`` and ``chex.assert_rank([x, y], [2, 1])``."""
    inputs, expected = argument(call, 0, "inputs"), argument(call, 1, "expected_ranks")
    name = spelled(call.callee, scope.tree) or as_imported(call.callee, scope.tree)
    if inputs is None or expected is None or name != _CHECKS:
        return
    arrays = _row(inputs) or [inputs]
    ranks = _row(expected) or [expected] * len(arrays)
    for array, each in zip(arrays, ranks, strict=False):
        rank = integer(each, scope)
        if rank is not None:
            yield array, rank


def _row(expression: Expression) -> Sequence[Expression]:
    return expression.items if isinstance(expression, TupleExpr | ListExpr) else ()
