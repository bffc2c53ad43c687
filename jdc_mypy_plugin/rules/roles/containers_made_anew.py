"""``jdc-static-array``: a loop gives a jitted function objects with containers of arrays that each turn makes anew.

``for k in range(2): run(Table(x, {"a": np.arange(3) + k}))``: a container is equal to itself whatever it holds, but
JAX compares this one with that of the last turn, array with array.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, DictExpr, Expression, MemberExpr, NameExpr, OpExpr

from jdc_spec.rules import STATIC_ARRAY

from ...evaluate import ArrayValue, Origin
from ...host.diagnostics import Diagnostic
from ...model.constructors import keeps_arguments
from ...syntax import INDEX
from ...syntax.arguments import has_stars
from ...syntax.names.targets import row
from ...traced.eager_functions import is_apart
from ..places import CONSTRUCTION, asked
from ..sites import CallSite
from ..use.certain_turns import runs_at_each_turn
from ..use.counted_in_loops import is_jitted_callee
from ..use.turns import depends_on_turn, is_repeated, is_steady
from .static_seen import under_jit

_CLEARING: Final = ("clear_caches",)


@asked(STATIC_ARRAY, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report such containers where nothing else differs from turn to turn that may have another shape."""
    model = site.model
    if model is None or model.facts.is_strict or not keeps_arguments(site.info) or not is_repeated(site):
        return
    run = INDEX.of(site.api.tree).parent(site.call) if isinstance(site.call, CallExpr) else None
    if not isinstance(run, CallExpr) or site.call not in run.args or not _is_jitted(run.callee, site):
        return
    if not isinstance(site.call, CallExpr) or has_stars(site.call) or is_apart(run, site.api.tree):
        return
    if not runs_at_each_turn(run, site) or INDEX.of(site.api.tree).body.mentions(_CLEARING):
        return
    statics = {name: value for name, value in site.arguments.items() if name in model.fields}
    made = {
        name: value
        for name, value in statics.items()
        if model.role_of(name) == "static" and _makes_array(value, site)
    }
    others = [*(each for each in run.args if each is not site.call), *site.call.args]
    if not all(_is_alike(each, site) for each in others if each not in made.values()):
        return
    for name, value in made.items():
        yield Diagnostic(
            STATIC_ARRAY,
            f'static field "{name}" of "{model.info.name}" is given a container with an array which each turn of the '
            "loop makes anew: JAX compares static values with ==, and raises a ValueError for the second; make it "
            "once, before the loop, or drop the static marker",
            value,
        )


def _is_jitted(callee: Expression, site: CallSite) -> bool:
    if is_jitted_callee(callee, site):
        return True
    return isinstance(callee, NameExpr | MemberExpr) and any(under_jit(callee, site.info, site.api))


def _makes_array(value: Expression, site: CallSite) -> bool:
    """Return whether a container is written out with arrays made on the spot, the rest as in the last turn."""
    items = [item for _, item in value.items] if isinstance(value, DictExpr) else row(value)
    keys = [name for name, _ in value.items if name is not None] if isinstance(value, DictExpr) else []
    made = [each for each in items if isinstance(each, CallExpr | OpExpr)]
    arrays = [each for each in made if _is_array(site.evaluator.evaluate(each))]
    others = [*keys, *(each for each in items if each not in arrays)]
    return bool(arrays) and all(is_steady(each) and not depends_on_turn(each, site) for each in others)


def _is_array(value: ArrayValue) -> bool:
    return value.origin is Origin.ARRAY and any(isinstance(size, int) and size > 1 for size in value.sizes or ())


def _is_alike(value: Expression, site: CallSite) -> bool:
    """Return whether a value is the same at each turn, or an array of one shape."""
    shown = site.evaluator.evaluate(value)
    is_whole = shown.origin is Origin.ARRAY and all(isinstance(size, int) for size in shown.sizes or ("",))
    return is_whole or not depends_on_turn(value, site)
