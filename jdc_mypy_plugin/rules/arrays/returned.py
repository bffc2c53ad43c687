"""``jdc-shape`` and ``jdc-dtype`` for what functions return, where annotations tell."""

from __future__ import annotations

import itertools
from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr

from jdc_spec.arrays import ArrayAnnotation
from jdc_spec.bindings import ChosenSizes
from jdc_spec.rules import DTYPE, SHAPE

from ...evaluate import ArrayValue, evaluator_of
from ...evaluate.calls.mapped_functions import says_what_it_sees
from ...evaluate.declared.chosen_sizes import chosen_names
from ...evaluate.declared.sizes_apart import numbers_beside_names
from ...evaluate.declared.sizes_of_class import Promised, promised
from ...evaluate.declared.tied_sizes import tied_names
from ...host.diagnostics import Diagnostic
from ...model.annotations.signatures import Signature, signature_of
from ...runs import run_of
from ...syntax.walk import descendants
from ..places import RETURNED, AnnotatedCall, Call, ReturnedValue, asked
from .argument import check_call as check_arguments
from .argument import judged
from .function_body import check as check_body
from .mapped import check as check_mapped
from .operation import raises_for_some


@asked(SHAPE, DTYPE, at=RETURNED)
def check(site: ReturnedValue) -> Iterator[Diagnostic]:
    """Report a returned array that the annotation of the result excludes.

    An operation in it that raises is reported in its place, and the shape of what it would make tells nothing more.
    """
    for found in judged_returned(site):
        if found.rule is not SHAPE or not _raises_inside(site):
            yield found


def _raises_inside(site: ReturnedValue) -> bool:
    parts = descendants(evaluator_of(site.api).source(site.node))
    if any(raises_for_some(each, site.api) for each in parts):
        return True
    return any(_is_reported(each, site.api) for each in parts if isinstance(each, CallExpr))


def _is_reported(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a call raises in the function that it calls, or gives it what annotations exclude."""
    annotated = AnnotatedCall(call, api)
    found = itertools.chain(check_body(Call(call, api)), check_mapped(annotated), check_arguments(annotated))
    return any(True for _ in found)


def judged_returned(site: ReturnedValue) -> Iterator[Diagnostic]:
    """Yield how what is returned disagrees with the annotation of the result."""
    signature = signature_of(site.function, site.api)
    if signature is None or not says_what_it_sees(site.function, signature, site.api):
        return
    if site.node in run_of(site.api).told:
        return
    evaluator = evaluator_of(site.api, is_ahead=site.is_ahead)
    if site.item is None and signature.items and isinstance(site.node, CallExpr):
        for item, value in enumerate(evaluator.items(site.node)):
            yield from _judged_result(site, signature, item, value)
    elif signature.of_result(site.item) is not None:
        yield from _judged_result(site, signature, site.item, evaluator.evaluate(site.node))


def _judged_result(
    site: ReturnedValue, signature: Signature, item: int | None, value: ArrayValue
) -> Iterator[Diagnostic]:
    """Yield how what is returned, or an item of it, disagrees with the annotation of the result."""
    said = signature.of_result(item)
    if said is None:
        return
    made = None if said.shape is None else promised(said.shape, site.function, signature, site.node, site.api)
    chosen = _chosen_sizes(site, made)
    part = "the result" if item is None else f"item {item} of the result"
    where = f'{part} of "{site.function.name}"'
    yield from judged(
        ArrayAnnotation(None if made is None else made.shape, said.dtype), value, site.node, where, chosen
    )


def _chosen_sizes(site: ReturnedValue, made: Promised | None) -> ChosenSizes:
    """Return the sizes that the callers of the function choose, and those of the object that the result has."""
    names = chosen_names(site.function, site.node, site.api)
    beside = numbers_beside_names(site.function, names, site.api)
    if made is None:
        return ChosenSizes(names, beside)
    evaluator = evaluator_of(site.api, is_ahead=site.is_ahead)
    for of_object in (made.of_object,) if made.of_object else made.objects:
        tied = tied_names(site.node, of_object, evaluator, site.api)
        if tied:
            return ChosenSizes(names, beside | made.beside, of_object, tied)
    return ChosenSizes(names, beside | made.beside, made.of_object)
