"""``jdc-shape`` where names and values differ in number: ``a, b = jnp.zeros((3, 4))``, ``n, m = x.shape``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ListExpr, StarExpr, TupleExpr

from jdc_spec.rules import SHAPE

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax.failures.shape_guards import is_guarded
from ..places import UNPACKING, Unpacking, asked


@asked(SHAPE, at=UNPACKING)
def check(site: Unpacking) -> Iterator[Diagnostic]:
    """Report an array, a shape or a tuple of arrays that unpacks into more names than it has values, or fewer."""
    count = evaluator_of(site.api, is_ahead=site.is_ahead).count(site.node)
    if count is None or may_be_caught(site.node, site.api.tree) or is_guarded(site.node, site.api.tree):
        return
    for target in site.statement.lvalues:
        if not isinstance(target, TupleExpr | ListExpr):
            continue
        names = len(target.items)
        starred = any(isinstance(item, StarExpr) for item in target.items)
        if count.number is None:
            yield Diagnostic(SHAPE, f"{count.what} does not unpack", site.node)
        elif count.number < names - 1 if starred else count.number != names:
            least = f"at least {names - 1}" if starred else str(names)
            yield Diagnostic(SHAPE, f"{count.what} do not unpack into {least} {_noun(names)}", site.node)


def _noun(names: int) -> str:
    return "name" if names == 1 else "names"
