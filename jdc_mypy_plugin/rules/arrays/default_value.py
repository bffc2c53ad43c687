"""``jdc-shape`` and ``jdc-dtype`` for defaults of fields: ``x: Float[Array, "3"] = field(default_factory=...)``."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Expression, LambdaExpr, RefExpr, ReturnStmt, TempNode

from jdc_spec.rules import DTYPE, SHAPE

from ...host.diagnostics import Diagnostic
from ...libraries.definition import as_call
from ...model.constructors import keeps_arguments
from ...syntax.arguments import by_keyword
from ..places import CLASS, asked
from ..sites import ClassSite
from .argument import judged


@asked(SHAPE, DTYPE, at=CLASS)
def check(site: ClassSite) -> Iterator[Diagnostic]:
    """Report defaults whose shape or dtype the annotation of the field excludes."""
    for field in site.own_fields:
        said = site.model.fields[field.name].array
        value = None if said is None or field.role in ("static", "dropped") else _default(field.statement.rvalue)
        if said is None or value is None or not keeps_arguments(site.model.info):
            continue
        where = f'field "{field.name}" of "{site.defn.name}"'
        yield from judged(said, site.evaluator.evaluate(value), value, where, None)


def _default(written: Expression) -> Expression | None:
    """Return what makes the value of a field that is not given; None where nothing does, or where it is unknown."""
    if isinstance(written, TempNode):
        return None
    if not isinstance(written, CallExpr):
        return written
    if by_keyword(written, "converter") is not None:
        return None
    factory = by_keyword(written, "default_factory")
    if isinstance(factory, LambdaExpr) and len(factory.body.body) == 1:
        returned = factory.body.body[0]
        return returned.expr if isinstance(returned, ReturnStmt) else None
    if factory is not None:
        return _made_by(factory)
    return by_keyword(written, "default") or written


def _made_by(factory: Expression) -> Expression | None:
    """Return the call of a factory that the class makes: of a function, or of a partial of one."""
    if isinstance(factory, RefExpr):
        call = CallExpr(factory, [], [], [])
        call.set_line(factory)
        return call
    made = as_call(factory)
    return None if made is factory else made
