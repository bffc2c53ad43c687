"""A project's own name for a decorator of the standard library: ``frozen = partial(dataclass, frozen=True)``."""

from __future__ import annotations

from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Expression, NameExpr
from mypy.plugin import ClassDefContext

from ..definition import PARTIAL, STANDARD
from .names import literal, own_standard


def written_in_full(ctx: ClassDefContext, resolved: str) -> tuple[ClassDefContext, str]:
    """Return a class under such a name as one under the partial itself, and the full name of what decorates it."""
    said = own_standard(resolved)
    if said is None:
        return ctx, resolved
    given: dict[str | None, Expression] = {name: literal(value, ctx.reason) for name, value in said.items()}
    if isinstance(ctx.reason, CallExpr):
        if None in ctx.reason.arg_names:
            return ctx, resolved
        given.update(zip(ctx.reason.arg_names, ctx.reason.args, strict=True))
    call = CallExpr(
        _reference(ctx, PARTIAL),
        [_reference(ctx, STANDARD), *given.values()],
        [ARG_POS, *([ARG_NAMED] * len(given))],
        [None, *given],
    )
    call.set_line(ctx.reason)
    return ctx._replace(reason=call), PARTIAL


def _reference(ctx: ClassDefContext, fullname: str) -> NameExpr:
    symbol = ctx.api.lookup_fully_qualified_or_none(fullname)
    name = NameExpr(fullname.rpartition(".")[2])
    name.fullname = fullname
    name.node = None if symbol is None else symbol.node
    name.set_line(ctx.reason)
    return name
