"""``jdc-shape`` and ``jdc-dtype`` where an operation is certain to raise: ``jnp.ones(3) + jnp.ones(4)``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, ComparisonExpr, Expression, NameExpr, OpExpr

from jdc_operations.values import Failure
from jdc_spec.facts import Related
from jdc_spec.rules import DTYPE, SHAPE
from jdc_spec.shapes import ShapePattern, show

from ...evaluate import Evaluator, evaluator_of
from ...evaluate.declared.chosen_sizes import (
    chosen_batches_around,
    chosen_names_around,
    names_around,
)
from ...evaluate.declared.sizes_of_objects import names_of_objects
from ...evaluate.declared.tied_sizes import NOT_TIED, tied_names
from ...evaluate.scope import SCOPES
from ...host.diagnostics import Diagnostic, span
from ...host.freshness import is_settled
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import run_of
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ..places import OPERATION, OperationSite, asked


@asked(SHAPE, DTYPE, at=OPERATION)
def check(site: OperationSite) -> Iterator[Diagnostic]:
    """Report an operation whose operands are known, as far as it takes, not to go together."""
    evaluator = evaluator_of(site.api, is_ahead=site.is_ahead)
    if site.node in evaluator.sound:
        return
    failure = evaluator.failure(site.node) or failure_for_some(site, evaluator) or _failure_at_first(site)
    if failure is not None and _counts(site) and site.node not in run_of(site.api).told:
        rule = DTYPE if failure.is_of_dtypes else SHAPE
        yield Diagnostic(rule, failure.reason, site.node, related=tuple(_made_at(site.node, evaluator)))
    elif failure is None and isinstance(site.node, OpExpr | ComparisonExpr) and is_settled():
        evaluator.sound.add(site.node)


def _failure_at_first(site: OperationSite) -> Failure | None:
    """Return why an operation raises in the first pass of the loops around it, with what their names held before."""
    flow = FLOW.of(site.api.tree)
    if not flow.is_in_first_pass(site.node) or not SCOPES.of(site.api.tree).always_runs(site.node):
        return None
    first = evaluator_of(site.api, is_ahead=site.is_ahead, is_first=True)
    return first.failure(site.node) or failure_for_some(site, first)


def failure_for_some(site: OperationSite, evaluator: Evaluator) -> Failure | None:
    """Return why an operation raises whatever axes are in front, or where names of sizes differ.

    The names are those in the annotations of its function, or of the class of an object that the function is given.
    """
    names = chosen_names_around(site.node, site.api)
    found = evaluator.failure_of_ranks(site.node) or evaluator.failure_of_related(site.node, names)
    found = found or evaluator.failure_for_batches(site.node, names, chosen_batches_around(site.node, site.api))
    found = found or evaluator.failure_for(site.node, names_around(site.node, site.api))
    of_each = names_of_objects(site.node, site.api) if found is None else ()
    return next(
        (failure for failure in (_failure_of_object(site, evaluator, each) for each in of_each) if failure), found
    )


def _failure_of_object(site: OperationSite, evaluator: Evaluator, names: frozenset[str]) -> Failure | None:
    """Return why an operation raises where the sizes of one object differ, and those that are tied to them."""
    found = evaluator.failure_for(site.node, names)
    tied = NOT_TIED if found is not None else tied_names(site.node, names, evaluator, site.api)
    if not tied:
        return found
    own = names_around(site.node, site.api)
    return evaluator.failure_for(site.node, names, tied) or evaluator.failure_for(
        site.node, own, {other: one for one, other in tied.items()}
    )


def fails_for_some(at: Expression, api: TypeChecker) -> bool:
    """Return whether an operation raises in its place, in calls that choose some sizes."""
    evaluator, ahead = evaluator_of(api), evaluator_of(api, is_ahead=True)
    return any(failure_for_some(OperationSite(at, api, each is ahead), each) for each in (evaluator, ahead))


def raises_for_some(at: Expression, api: TypeChecker) -> bool:
    """Return whether an operation is reported in its place, since it raises in calls that choose some sizes."""
    return fails_for_some(at, api) and _counts(OperationSite(at, api, is_ahead=False))


def _counts(site: OperationSite) -> bool:
    return not may_be_caught(site.node, site.api.tree) and not is_guarded(site.node, site.api.tree)


def _made_at(operation: Expression, evaluator: Evaluator) -> Iterator[Related]:
    """Yield where the operands that are names got their shapes."""
    for operand in _operands(operation):
        source, shape = evaluator.source(operand), evaluator.evaluate(operand).shape
        if isinstance(operand, NameExpr) and source is not operand and shape is not None:
            shown = str(shape) if isinstance(shape, ShapePattern) else show(shape)
            yield Related(f'"{operand.name}" is made with shape {shown} here', "", span(source))


def _operands(operation: Expression) -> list[Expression]:
    if isinstance(operation, OpExpr):
        return [operation.left, operation.right]
    return list(operation.args) if isinstance(operation, CallExpr) else []
