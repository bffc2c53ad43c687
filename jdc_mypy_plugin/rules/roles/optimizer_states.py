"""``jdc-data-leaf`` at ``optim.init(model)`` of optax, for a model whose construction puts functions into its data.

https://github.com/patrick-kidger/equinox/issues/108
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr

from jdc_spec.rules import DATA_LEAF

from ...evaluate import Evaluator
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...objects.optimizers import keeps_leaves
from ...syntax import INDEX
from ...syntax.names.references import REFERENCES
from ..places import CONSTRUCTION, asked
from ..sites import CallSite
from .initial_functions import initial_function

_INIT: Final = "init"


@asked(DATA_LEAF, at=CONSTRUCTION)
def check(site: CallSite) -> Iterator[Diagnostic]:
    """Report where an optimizer makes its state for an object that the call makes.

    mypy has no types of optax, so nothing asks about the call of the optimizer itself.
    """
    model = site.model
    if model is None or not model.facts.filters_leaves or not isinstance(site.call, CallExpr):
        return
    starts = [(each, by) for each in _uses(site.call, site) if (by := _state_made_of(each, site)) is not None]
    path = initial_function(site.call, site.info, site.api) if starts else None
    for _, by in starts if path is not None else ():
        yield Diagnostic(
            DATA_LEAF,
            f'the optimizer makes an array for each leaf of an object of "{site.info.name}", and raises a TypeError: '
            f'its data field "{path}" holds a function, which is not a JAX leaf; give it '
            "equinox.filter(model, equinox.is_inexact_array)",
            by,
        )


def _uses(made: CallExpr, site: CallSite) -> Iterator[Expression]:
    """Yield where an object is used: the call itself, and the names that stand for it."""
    yield made
    statement = INDEX.of(site.api.tree).parent(made)
    targets = getattr(statement, "lvalues", ())
    for target in targets:
        if isinstance(target, NameExpr) and target.node is not None:
            evaluator = Evaluator(site.api)
            uses = REFERENCES.of(site.api.tree).get(target.node, ())
            yield from (each for each in uses if evaluator.source(each) is made)


def _state_made_of(value: Expression, site: CallSite) -> CallExpr | None:
    """Return the call of ``init`` of an optimizer that is given a value."""
    call = INDEX.of(site.api.tree).parent(value)
    if not isinstance(call, CallExpr) or len(call.args) != 1 or call.args[0] is not value:
        return None
    callee = call.callee
    is_init = isinstance(callee, MemberExpr) and callee.name == _INIT and keeps_leaves(callee.expr, site.api)
    return call if is_init and not may_be_caught(call, site.api.tree) else None
