"""``jdc-shape`` for the arguments of ``jax.vmap(f)``: one size along the mapped axes, and an axis to map over."""

from __future__ import annotations

from collections.abc import Iterator

from jdc_spec.facts import Related
from jdc_spec.rules import SHAPE
from jdc_spec.shapes import show
from jdc_spec.sizes import Dim, Linear, differ

from ...evaluate import Origin, evaluator_of
from ...evaluate.calls.transformed_calls import mapped
from ...evaluate.declared.chosen_sizes import names_around
from ...host.diagnostics import Diagnostic, span
from ..places import ANNOTATED_CALL, AnnotatedCall, asked


@asked(SHAPE, at=ANNOTATED_CALL)
def check(site: AnnotatedCall) -> Iterator[Diagnostic]:
    """Report arguments whose mapped axes differ in size, and those that lack the axis."""
    evaluator = evaluator_of(site.api)
    over = mapped(site.node, evaluator.source(site.node.callee))
    if over is None:
        return
    first = None
    names = names_around(site.node, site.api)
    for argument, axis in zip(site.node.args, over.axes, strict=True):
        value = evaluator.evaluate(argument)
        keys = next(evaluator.keys(argument), None) if axis == 0 and value.sizes is None else None
        size: Dim = keys
        shown = f"{keys} random keys"
        if keys is None:
            if axis is None or value.origin is not Origin.ARRAY or value.sizes is None:
                continue
            if not -len(value.sizes) <= axis < len(value.sizes):
                message = f"jax.vmap maps over axis {axis}, which {show(value.sizes)} does not have"
                yield Diagnostic(SHAPE, message, argument)
                continue
            size = value.sizes[axis]
            shown = f"{size} of {show(value.sizes)}"
        if first is not None and (differ(size, first[1]) or _are_two_names(size, first[1], names)):
            message = f"jax.vmap maps over axes of one size: {first[2]} and {shown}"
            yield Diagnostic(SHAPE, message, argument, related=(Related("mapped with", "", span(first[0])),))
        elif first is None:
            first = (argument, size, shown)


def _are_two_names(one: Dim, other: Dim, names: frozenset[str]) -> bool:
    """Return whether two sizes have names that some call of the function gives different sizes."""
    if not isinstance(one, Linear) or not isinstance(other, Linear):
        return False
    return one != other and {one.name, other.name} <= names
