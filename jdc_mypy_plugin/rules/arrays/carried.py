"""``jdc-shape`` and ``jdc-dtype`` for loops whose carry changes its type, and for branches that return others."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mypy.nodes import Expression, LambdaExpr, NameExpr

from jdc_operations.values import Items, Value
from jdc_spec.bindings import Bindings, NamedShape
from jdc_spec.facts import Related
from jdc_spec.rules import CARRY, DTYPE, SHAPE
from jdc_spec.shapes import ShapePattern

from ...evaluate import Evaluator, evaluator_of
from ...evaluate.calls.loops import Handed, Mismatch
from ...evaluate.declared.chosen_sizes import names_around
from ...evaluate.declared.declarations import taking
from ...evaluate.operation_values import result_of
from ...host.diagnostics import Diagnostic, span
from ...model.annotations.signatures import item_name
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.shape_guards import is_guarded, is_guarded_from_dtypes
from ...syntax.functions import returned_by
from ..places import LOOP, Loop, asked
from ..transforms.carried_trees import function_of
from ..transforms.returned_trees import is_of_branches
from .argument import judged


@asked(SHAPE, DTYPE, CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that gives back another array than it gets, and a branch that returns another than the first."""
    handed: list[Handed] = []
    mismatches = list(_mismatches(site, handed))
    if may_be_caught(site.node, site.api.tree) or is_guarded_from_dtypes(site.node, site.api.tree):
        return
    if is_guarded(site.node, site.api.tree):  # what no shape changes counts all the same
        mismatches = [each for each in mismatches if each.is_of_dtypes and each.raised is None]
        handed = []
    for each in [] if mismatches else handed:
        yield from _excluded(each, site)
    for found in mismatches:
        rule = DTYPE if found.is_of_dtypes else SHAPE
        wants = "branches return" if site.name in ("jax.lax.cond", "jax.lax.switch") else "the carry keeps"
        message = f"{_name(found.node)} {found.reason}: in {site.name} {wants} one shape and dtype"
        related: tuple[Related, ...] = ()
        if found.raised is not None:
            related = (Related("raises here", "", span(found.raised)),)
            message = f"{_name(found.node)} raises with what {site.name} gives it: {found.reason}"
        if found.of_items:
            message = f"{site.name} needs arrays of one length: {found.reason}"
        if found.of_condition:
            message = f"{site.name} decides by one number, {found.reason}"
        if found.of_pair:
            if _is_said_of_branches(found.node, site):
                continue
            rule, message = CARRY, f"{_name(found.node)} {found.reason}, and {site.name} raises a TypeError"
        yield Diagnostic(rule, message, found.node, related=related)


def _is_said_of_branches(body: Expression, site: Loop) -> bool:
    """Return whether only the annotation of a function says what it returns, for what its branches return."""
    function = function_of(body, site.api)
    returned = [] if function is None else returned_by(function.body.body)
    return any(each is not None and is_of_branches(each, site.api) for each in returned)


def refuses(site: Loop, evaluator: Evaluator) -> bool:
    """Return whether something is reported of a loop, for what its function gives back or for what it is given."""
    handed: list[Handed] = []
    if any(True for _ in evaluator.mismatches(site.node, site.name, handed)):
        return True
    return any(True for each in handed for _ in _excluded(each, site))


def _excluded(handed: Handed, site: Loop) -> Iterator[Diagnostic]:
    """Yield how what a loop hands to a function disagrees with the annotations of its parameters."""
    takes = taking(handed.function, site.api)
    if takes is None or takes.signature.is_mapped or len(takes.parameters) < len(handed.values):
        return
    given = list(_with_items(zip(takes.parameters, handed.values, strict=False)))
    each = [(name, takes.signature.parameters.get(name), result_of(value)) for name, value in given]
    bindings = Bindings(
        NamedShape(name, demand.shape, value.sizes)
        for name, demand, value in each
        if demand is not None and demand.shape is not None and value.sizes is not None
    )
    for name, demand, value in each:
        if demand is not None and not isinstance(value.shape, ShapePattern):
            where = f'parameter "{name}" of "{takes.name}", which {site.name} calls'
            yield from judged(demand, value, handed.function, where, bindings)


def _with_items(given: Iterable[tuple[str | None, Value]]) -> Iterator[tuple[str, Value]]:
    """Yield what a loop gives to each parameter, and the items of a tuple."""
    for name, value in given:
        if name is not None:
            yield name, value
            items = value.items if isinstance(value, Items) and not value.is_list else ()
            yield from ((item_name(name, place), item) for place, item in enumerate(items))


def _mismatches(site: Loop, handed: list[Handed]) -> Iterator[Mismatch]:
    """Yield why the loop raises: in every call of its function, or where the names of sizes differ."""
    evaluator = evaluator_of(site.api)
    found = list(evaluator.mismatches(site.node, site.name, handed))
    yield from found
    names = frozenset[str]() if found else names_around(site.node, site.api)
    differing = evaluator.mismatch_for(site.node, site.name, names)
    if differing is not None:
        yield differing


def _name(function: Expression) -> str:
    if isinstance(function, LambdaExpr):
        return "the lambda"
    return f'"{function.name}"' if isinstance(function, NameExpr) else "the function"
