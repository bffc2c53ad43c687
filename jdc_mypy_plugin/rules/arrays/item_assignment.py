"""``jdc-shape`` for an array of NumPy that is given a part of another shape: ``a[0] = np.zeros(5)``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import AssignmentStmt, IndexExpr

from jdc_spec.rules import SHAPE

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.failures.shape_guards import is_guarded
from ..places import OPERATION, OperationSite, asked


@asked(SHAPE, at=OPERATION)
def check(site: OperationSite) -> Iterator[Diagnostic]:
    """Report a value that does not broadcast to the part of an array that it is assigned to."""
    statement = INDEX.of(site.api.tree).parent(site.node) if isinstance(site.node, IndexExpr) else None
    if not isinstance(statement, AssignmentStmt) or site.node not in statement.lvalues:
        return
    assert isinstance(site.node, IndexExpr)
    failure = evaluator_of(site.api).failure_of_assignment(site.node, statement.rvalue)
    if (
        failure is not None
        and not may_be_caught(site.node, site.api.tree)
        and not is_guarded(site.node, site.api.tree)
    ):
        yield Diagnostic(SHAPE, failure.reason, statement.rvalue)
