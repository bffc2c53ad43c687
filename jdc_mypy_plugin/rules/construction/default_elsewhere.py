"""``jdc-default`` in dataclasses that are no pytrees: classes below `flax.linen.Module`, and those of Python."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import AssignmentStmt, CallExpr, Expression, NameExpr, RefExpr, TempNode

from jdc_spec.rules import DEFAULT

from ...evaluate import evaluator_of
from ...host.diagnostics import Diagnostic
from ...libraries.definition import STANDARD, applied
from ...syntax.arguments import by_keyword
from ...syntax.names.imported_names import spelled
from ..places import LAYER_CLASS, PLAIN_DATACLASS, asked
from ..sites import LayerClass, PlainDataclass
from .default import ARRAY, refused_kind

_FIELD: Final = "dataclasses.field"
_HOOK: Final = "__init_subclass__"


@asked(DEFAULT, at=LAYER_CLASS)
def check_layer(site: LayerClass) -> Iterator[Diagnostic]:
    """Report the defaults in the class body that dataclasses refuse."""
    yield from _refused(site)


@asked(DEFAULT, at=PLAIN_DATACLASS)
def check_plain(site: PlainDataclass) -> Iterator[Diagnostic]:
    """Report the arrays among the defaults of a class that `dataclasses.dataclass` makes; lists are not ours."""
    if _is_of_python_alone(site):
        yield from _refused(site, only=ARRAY)


def _is_of_python_alone(site: PlainDataclass) -> bool:
    """Return whether `dataclasses.dataclass` gets the class as it is written, with the defaults in its body."""
    innermost = site.node.decorators[-1] if site.node.decorators else None
    bases = site.info.mro[:-1]
    is_standard = innermost is not None and spelled(applied(innermost), site.api.tree) == STANDARD
    return is_standard and site.info.metaclass_type is None and not any(_HOOK in base.names for base in bases)


def _refused(site: LayerClass | PlainDataclass, only: str | None = None) -> Iterator[Diagnostic]:
    evaluator = evaluator_of(site.api, is_ahead=True)
    for name, default in _defaults(site):
        kind = refused_kind(default, site.api, evaluator)
        if kind is not None and only in (None, kind):
            yield Diagnostic(
                DEFAULT,
                f'field "{name}" of "{site.info.name}" has {kind} as its default, which dataclasses refuse with a '
                "ValueError when the class is defined; write dataclasses.field(default_factory=lambda: ...), which "
                "makes a new one for each object",
                default,
            )


def _defaults(site: LayerClass | PlainDataclass) -> Iterator[tuple[str, Expression]]:
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
