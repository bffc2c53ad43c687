"""Sizes that a function's arguments share with an object, for the function uses both together: ``x @ self.weights``.

The ``d`` of a parameter ``x: Float[Array, "t d"]`` may be any size, also one that the class of ``self`` calls ``d``
too. Where an operation that every call runs raises if the two differ, they are one size from there on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ExpressionStmt,
    FuncDef,
    OperatorAssignmentStmt,
    OpExpr,
    ReturnStmt,
)

from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.walk import descendants, expressions_of
from ..scope import SCOPES
from .chosen_sizes import unrelated_names

if TYPE_CHECKING:
    from ..evaluator import Evaluator

Tied = Mapping[str, str]
"""The names of an object's sizes, by the names of the function's own that are the same sizes."""
NOT_TIED: Final[Tied] = {}
_PLAIN: Final = (AssignmentStmt, ExpressionStmt, OperatorAssignmentStmt, ReturnStmt)
"""Statements that run whenever the function comes to them."""
_MOST: Final = 40
"""Operations of a function that are read for what they tie."""


def tied_names(at: Expression, of_object: frozenset[str], evaluator: Evaluator, api: TypeChecker) -> Tied:
    """Return which of a function's own sizes are sizes of an object wherever ``at`` runs."""
    function = FLOW.of(api.tree).function_over(at)
    own = frozenset[str]() if function is None else unrelated_names(function, at, api)
    written = {str(name): name for name in of_object}
    pairs = {name: written[str(name)] for name in own if str(name) in written}
    if function is None or not pairs:
        return NOT_TIED
    operations = list(_operations_before(at, function, api))[:_MOST]
    return {
        one: other
        for one, other in pairs.items()
        if any(evaluator.failure_for(each, frozenset((one, other))) is not None for each in operations)
    }


def _operations_before(at: Expression, function: FuncDef, api: TypeChecker) -> Iterator[Expression]:
    """Yield the operations that have run wherever one of a function runs, its own operands among them."""
    scope, index, flow = SCOPES.of(api.tree), INDEX.of(api.tree), FLOW.of(api.tree)
    here = index.position_of(at)
    parts = [at]
    for statement in function.body.body:
        position = index.position(statement)
        if isinstance(statement, _PLAIN) and position is not None and here is not None and position < here:
            parts += expressions_of(statement)
    for part in parts:
        for each in descendants(part):
            is_run = flow.statement_of(each) is not None and scope.always_runs(each)
            if isinstance(each, OpExpr | CallExpr) and is_run:
                yield each
