"""``jdc-default`` in classes below `flax.linen.Module`, which are dataclasses and no pytrees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, NameExpr, RefExpr, TempNode

from jdc_spec.rules import DEFAULT

from ...host.diagnostics import Diagnostic
from ...syntax.arguments import by_keyword
from ..places import LAYER_CLASS, asked
from ..sites import LayerClass, evaluator_of
from .default import refused_kind

_FIELD: Final = "dataclasses.field"


@asked(DEFAULT, at=LAYER_CLASS)
def check(site: LayerClass) -> Iterator[Diagnostic]:
    """Report the defaults in the class body that dataclasses refuse."""
    evaluator = evaluator_of(site.api, is_ahead=True)
    for name, default in _defaults(site):
        kind = refused_kind(default, site.api, evaluator)
        if kind is not None:
            yield Diagnostic(
                DEFAULT,
                f'field "{name}" of "{site.info.name}" has {kind} as its default, which dataclasses refuse with a '
                "ValueError when the class is defined; write dataclasses.field(default_factory=lambda: ...), which "
                "makes a new one for each object",
                default,
            )


def _defaults(site: LayerClass) -> Iterator[tuple[str, Expression]]:
    """Yield the fields that the class body writes, with their defaults."""
    fields = {each["name"] for each in site.info.metadata.get("dataclass", {}).get("attributes", ())}
    for statement in site.node.defs.body:
        if not isinstance(statement, AssignmentStmt) or isinstance(statement.rvalue, TempNode):
            continue
        target, value = statement.lvalues[0], statement.rvalue
        if statement.unanalyzed_type is None or not isinstance(target, NameExpr) or target.name not in fields:
            continue
        is_field = isinstance(value, CallExpr) and isinstance(value.callee, RefExpr)
        if isinstance(value, CallExpr) and is_field and getattr(value.callee, "fullname", "") == _FIELD:
            default = by_keyword(value, "default")
            yield from () if default is None else ((target.name, default),)
        else:
            yield target.name, value
