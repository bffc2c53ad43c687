"""``jdc-shape`` and ``jdc-dtype`` for variables: ``x: Float[Array, "3 4"] = jnp.zeros((3, 5))``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import ClassDef, MemberExpr, NameExpr

from jdc_spec.rules import DTYPE, SHAPE

from ...evaluate import evaluator_of
from ...evaluate.declared.declarations import said_of
from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.failures.shape_guards import is_guarded
from ..places import ANNOTATED_VARIABLE, AnnotatedVariable, asked
from .argument import judged


@asked(SHAPE, DTYPE, at=ANNOTATED_VARIABLE)
def check(site: AnnotatedVariable) -> Iterator[Diagnostic]:
    """Report the value of a variable or an attribute that its annotation excludes."""
    said = said_of(site.statement, site.api.tree)
    target = site.statement.lvalues[0]
    if said is None or not isinstance(target, NameExpr | MemberExpr):
        return
    if _is_field(site) and (site.is_default or said.shape is None or said.shape.has_batch_axes):
        return
    is_variable = isinstance(target, NameExpr) and not _is_field(site)
    where = f'{"variable" if is_variable else "attribute"} "{target.name}"'
    value = evaluator_of(site.api, is_ahead=site.is_ahead).evaluate(site.node)
    for found in judged(said, value, site.node, where, None):
        if not is_guarded(site.node, site.api.tree):
            yield found


def _is_field(site: AnnotatedVariable) -> bool:
    """Return whether the annotation is that of a field of a class, whose default other rules judge."""
    index = INDEX.of(site.api.tree)
    position = index.position(site.statement)
    owner = -1 if position is None else index.body.owner_at(position)
    return owner >= 0 and isinstance(index.body.statements[owner], ClassDef)
