"""``jdc-shape`` and ``jdc-dtype`` for loops whose carry changes its type, and for branches that return others."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import Expression, LambdaExpr, NameExpr

from jdc_spec.facts import Related
from jdc_spec.rules import DTYPE, SHAPE

from ...evaluate.chosen_sizes import names_around
from ...evaluate.loops import Mismatch
from ...host.diagnostics import Diagnostic, span
from ...model.swallowed_errors import may_be_caught
from ...syntax.shape_guards import is_guarded
from ..places import LOOP, Loop, asked
from ..sites import evaluator_of


@asked(SHAPE, DTYPE, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a body that gives back another array than it gets, and a branch that returns another than the first."""
    for found in _mismatches(site):
        if may_be_caught(site.node, site.api.tree) or is_guarded(site.node, site.api.tree):
            return
        rule = DTYPE if found.is_of_dtypes else SHAPE
        wants = "branches return" if site.name in ("jax.lax.cond", "jax.lax.switch") else "the carry keeps"
        message = f"{_name(found.node)} {found.reason}: in {site.name} {wants} one shape and dtype"
        related: tuple[Related, ...] = ()
        if found.raised is not None:
            related = (Related("raises here", "", span(found.raised)),)
            message = f"{_name(found.node)} raises with what {site.name} gives it: {found.reason}"
        if found.of_items:
            message = f"{site.name} needs arrays of one length: {found.reason}"
        yield Diagnostic(rule, message, found.node, related=related)


def _mismatches(site: Loop) -> Iterator[Mismatch]:
    """Yield why the loop raises: in every call of its function, or where the names of sizes differ."""
    evaluator = evaluator_of(site.api)
    found = list(evaluator.mismatches(site.node, site.name))
    yield from found
    names = frozenset[str]() if found else names_around(site.node, site.api)
    differing = evaluator.mismatch_for(site.node, site.name, names)
    if differing is not None:
        yield differing


def _name(function: Expression) -> str:
    if isinstance(function, LambdaExpr):
        return "the lambda"
    return f'"{function.name}"' if isinstance(function, NameExpr) else "the function"
