"""``jdc-shape`` and ``jdc-dtype`` for calls of a program's own functions in whose body an operation raises."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, LambdaExpr, MemberExpr, NameExpr

from jdc_spec.facts import Related
from jdc_spec.rules import DTYPE, SHAPE

from ...evaluate import evaluator_of
from ...evaluate.declared.chosen_sizes import names_around
from ...evaluate.declared.declarations import called
from ...host.diagnostics import Diagnostic, span
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import run_of
from ...syntax.failures.shape_guards import is_guarded
from ..places import CALL, Call, asked
from .argument import judged_arguments
from .operation import fails_for_some


@asked(SHAPE, DTYPE, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report a call with arguments that an operation in the function, which every call runs, cannot take."""
    evaluator, call = evaluator_of(site.api), site.node
    found = evaluator.failed_call(call) or evaluator.failed_call_for(call, names_around(call, site.api))
    if found is None or may_be_caught(call, site.api.tree) or is_guarded(call, site.api.tree):
        return
    annotated = called(call, evaluator.source(call.callee), site.api)
    if annotated is not None and any(True for _ in judged_arguments(annotated, site.api)):
        return
    ahead = evaluator_of(site.api, is_ahead=True)
    if found.at in run_of(site.api).told:
        return
    if fails_for_some(found.at, site.api):  # it is reported there
        return
    if any(ahead.is_reported(each) for each in found.calls):
        return
    rule = DTYPE if found.failure.is_of_dtypes else SHAPE
    message = f"{_name(call)} raises with what it is given: {found.failure.reason}"
    yield Diagnostic(rule, message, call, related=(Related("raises here", "", span(found.at)),))


def _name(call: CallExpr) -> str:
    if isinstance(call.callee, LambdaExpr):
        return "the lambda"
    return f'"{call.callee.name}"' if isinstance(call.callee, NameExpr | MemberExpr) else "the function"
