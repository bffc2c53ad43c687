"""``jdc-carry``: the function of ``jax.lax.fori_loop`` takes its first argument for the carry, which is the second.

The first is the number of the turn, an array without axes: to unpack it raises a TypeError.
https://docs.jax.dev/en/latest/_autosummary/jax.lax.fori_loop.html
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import FuncDef

from jdc_spec.rules import CARRY

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.arguments import argument, has_stars
from ...syntax.functions import parameters
from ...traced.eager_functions import is_apart
from ..places import LOOP, Loop, asked
from .carried_trees import PLACES, function_of
from .unpacked_carries import taken_apart

_COUNTING: Final = "jax.lax.fori_loop"


@asked(CARRY, at=LOOP)
def check(site: Loop) -> Iterator[Diagnostic]:
    """Report a function that takes the number of the turn apart."""
    if site.name != _COUNTING or has_stars(site.node) or is_apart(site.node, site.api.tree):
        return
    body = argument(site.node, *PLACES[_COUNTING][:2])
    function = None if body is None else function_of(body, site.api)
    if not isinstance(function, FuncDef) or len(function.arguments) != 2:
        return
    number = parameters(function)[0]
    taken = taken_apart(function, number, site)
    if taken is None or may_be_caught(site.node, site.api.tree):
        return
    yield Diagnostic(
        CARRY,
        f'{_COUNTING} gives "{function.name}" the number of the turn as "{number.name}", which is no tuple to '
        "unpack: it raises a TypeError; the number comes first and the carry after it",
        taken,
    )
