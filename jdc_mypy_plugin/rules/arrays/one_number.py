"""``jdc-shape`` where Python takes an array of several numbers for one: ``if x > 0``, ``float(x)``, ``x.item()``."""

from __future__ import annotations

import math
from collections.abc import Iterator

from jdc_spec.rules import SHAPE
from jdc_spec.shapes import ShapePattern, show

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.shape_guards import is_guarded
from ...syntax.names.flow import FLOW
from ..places import ONE_NUMBER, OneNumber, asked


@asked(SHAPE, at=ONE_NUMBER)
def check(site: OneNumber) -> Iterator[Diagnostic]:
    """Report an array of more than one number; versions of JAX and NumPy differ on empty ones.

    An axis with a named size is taken to have at least one row.
    """
    evaluate = evaluator_of(site.api, is_ahead=site.is_ahead).evaluate
    shape = evaluate(site.node).shape
    if site.beside is not None and evaluate(site.beside).origin is None:
        return
    sizes = (*shape.prefix, *shape.suffix) if isinstance(shape, ShapePattern) else shape or ()
    numbers = [size for size in sizes if isinstance(size, int)]
    if math.prod(numbers) < 2 or None in sizes or _is_in_decorated(site):
        return
    if may_be_caught(site.node, site.api.tree) or is_guarded(site.node, site.api.tree):
        return
    shown = str(shape) if isinstance(shape, ShapePattern) else show(shape or ())
    needs = f"{site.by} takes one number, and the array has shape {shown}"
    if site.by.startswith("`"):
        needs = f"an array of shape {shown} has no truth value for {site.by}; write .all() or .any()"
    yield Diagnostic(SHAPE, needs, site.node)


def _is_in_decorated(site: OneNumber) -> bool:
    """Return whether a decorator is around, which may trace: then `jdc-concrete` has a word on all arrays there."""
    function = FLOW.of(site.api.tree).function_over(site.node)
    return function is not None and function.is_decorated
