"""``jdc-shape`` and ``jdc-dtype`` for what a function gives back in the run of the module.

The annotation of its result excludes it, which the source of the function alone does not show: a loop has made the
array, a dict held it, or the function gives back what it was given.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr

from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.facts import Related
from jdc_spec.rules import DTYPE, SHAPE

from ...evaluate import evaluator_of
from ...evaluate.calls.mapped_functions import says_what_it_sees
from ...evaluate.declared.declarations import called
from ...evaluate.operation_values import result_of
from ...host.diagnostics import Diagnostic, span
from ...host.report import is_reported
from ...model.annotations.signatures import Signature, signature_of
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import FollowedCall, Given, run_of
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ...traced.tracer_operations import PARTS
from ..places import CALL, OPERATION, Call, OperationSite, ReturnedValue, asked
from .argument import judged, judged_arguments
from .promised_result import check as judged_at_call
from .returned import judged_returned


@asked(SHAPE, DTYPE, at=OPERATION)
def check_in_function(site: OperationSite) -> Iterator[Diagnostic]:
    """Report what the function that an operation is in gives back."""
    yield from _broken(site)


@asked(SHAPE, DTYPE, at=CALL)
def check_at_call(site: Call) -> Iterator[Diagnostic]:
    """Report what the function that a call is in gives back, or the function that is called."""
    yield from _broken(site)


def _broken(site: OperationSite | Call) -> Iterator[Diagnostic]:
    run = run_of(site.api)
    if not run.followed:
        return
    function = FLOW.of(site.api.tree).function_over(site.node)
    for each in run.followed:
        is_here = function is each.function or (bool(each.calls) and each.calls[-1] is site.node)
        if is_here and id(each) not in run.judged_calls:
            run.judged_calls.add(id(each))
            yield from _judged(each, site)


def _judged(call: FollowedCall, site: OperationSite | Call) -> Iterator[Diagnostic]:
    signature = signature_of(call.function, site.api)
    if signature is None or not says_what_it_sees(call.function, signature, site.api):
        return
    bindings = _bindings(call, signature)
    if bindings is None or any(may_be_caught(each, site.api.tree) for each in call.calls):
        return
    if any(_is_refused(each, site) for each in call.calls[-1:]):
        return
    for given in call.given:
        if given.at not in run_of(site.api).told and not _is_told(call, given, site):
            yield from _of_result(call, given, signature, bindings, site)


def _bindings(call: FollowedCall, signature: Signature) -> Bindings | None:
    """Return the sizes that the arguments give to names; None where an annotation excludes one of them."""
    arrays = {name: result_of(value) for name, value in call.arrays.items()}
    shapes = [
        NamedShape(name, said.shape, value.sizes)
        for name, value in arrays.items()
        if (said := signature.parameters.get(name)) is not None and said.shape is not None and value.sizes is not None
    ]
    bindings = Bindings(shapes, kind="parameter")
    for name, value in arrays.items():
        said = signature.parameters.get(name)
        if said is not None and any(True for _ in judged(said, value, call.function, "", bindings)):
            return None
    return bindings


def _is_refused(call: CallExpr, site: OperationSite | Call) -> bool:
    """Return whether a call gives the function what the annotations of its parameters exclude, in tuples too."""
    annotated = called(call, evaluator_of(site.api).source(call.callee), site.api)
    return annotated is not None and any(True for _ in judged_arguments(annotated, site.api))


def _of_result(
    call: FollowedCall, given: Given, signature: Signature, bindings: Bindings, site: OperationSite | Call
) -> Iterator[Diagnostic]:
    said = signature.of_result(given.item)
    if said is None or is_guarded(given.at, site.api.tree):
        return
    part = "the result" if given.item is None else f"item {given.item} of the result"
    at_call = f" in the call of line {call.calls[-1].line}" if call.calls else ""
    related = tuple(Related("called here", "", span(each)) for each in reversed(call.calls))
    for found in judged(said, result_of(given.value), given.at, f'{part} of "{call.function.name}"', bindings):
        run_of(site.api).told.add(given.at)
        yield found._replace(
            message=f"{found.message}{at_call}",
            related=related,
            is_of_types=False,
            is_elsewhere=True,
        )


def _is_told(call: FollowedCall, given: Given, site: OperationSite | Call) -> bool:
    """Return whether the source of the function, or of a call of it, shows as much to another rule."""
    api = site.api
    if any(is_reported(api, rule.code, each) for rule in (SHAPE, DTYPE) for each in (given.at, *call.calls[-1:])):
        return True
    if any(True for each in call.calls[-1:] for _ in judged_at_call(Call(each, api))):
        return True
    returned = ReturnedValue(given.at, call.function, api, is_ahead=True, item=given.item)
    return _is_asked_about(given.at) and any(True for _ in judged_returned(returned))


def _is_asked_about(returned: Expression) -> bool:
    """Return whether mypy asks about what is returned: not of a name, and of attributes of arrays alone."""
    if isinstance(returned, MemberExpr):
        return returned.name in PARTS
    return not isinstance(returned, NameExpr)
