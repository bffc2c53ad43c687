"""``jdc-shape`` for calls that get what the annotation of the function excludes for the sizes of the call."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, NameExpr

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import Bindings, ChosenSizes
from jdc_spec.facts import Related
from jdc_spec.rules import SHAPE
from jdc_spec.scoped_names import scoped
from jdc_spec.shapes import ShapePattern, show

from ...evaluate import evaluator_of
from ...evaluate.declared.chosen_sizes import chosen_names
from ...evaluate.declared.declarations import called, disagreement, named_shapes, scope_of
from ...evaluate.declared.sizes_apart import numbers_beside_names
from ...host.diagnostics import Diagnostic, span
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import run_of
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ..places import CALL, Call, asked
from .argument import judged, judged_arguments


@asked(SHAPE, at=CALL)
def check(site: Call) -> Iterator[Diagnostic]:
    """Report a call of a function that gives back ``(5, 30)`` where it promises ``"n 5"`` and ``n`` is 30."""
    evaluator, call = evaluator_of(site.api), site.node
    function = called(call, call.callee, site.api) if isinstance(call.callee, NameExpr) else None
    said = None if function is None else function.signature.of_call(None)
    if function is None or said is None or said.shape is None or not function.signature.parameters:
        return
    made = evaluator.made_by(call)
    if (
        made is None
        or made.at in run_of(site.api).told
        or is_guarded(made.at, site.api.tree)
        or may_be_caught(call, site.api.tree)
    ):
        return
    if any(True for _ in judged_arguments(function, site.api)) or _is_reported(made.at, said, site):
        return
    bindings = Bindings(named_shapes(function, evaluator.evaluate), kind="parameter")
    shape = made.value.shape
    problem = None if shape is None else disagreement(said.shape, made.value, bindings)
    if problem is not None and shape is not None:
        shown = str(shape) if isinstance(shape, ShapePattern) else show(shape)
        message = f'"{function.name}" returns shape {shown} here, which does not match its {said.shape}: {problem}'
        yield Diagnostic(SHAPE, message, call, related=(Related("made here", "", span(made.at)),))


def _is_reported(returned: Expression, said: ArrayAnnotation, site: Call) -> bool:
    """Return whether the value is wrong for all sizes, and is reported where the function returns it."""
    function = FLOW.of(site.api.tree).function_over(returned)
    if function is None or said.shape is None:
        return True
    annotation = ArrayAnnotation(scoped(said.shape, scope_of(function)), None)
    names = chosen_names(function, returned, site.api)
    chosen = ChosenSizes(names, numbers_beside_names(function, names, site.api))
    return any(
        True
        for _ in judged(annotation, evaluator_of(site.api, is_ahead=True).evaluate(returned), returned, "", chosen)
    )
