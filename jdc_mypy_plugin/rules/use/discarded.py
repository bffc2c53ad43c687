"""jdc-discarded: the result of a call that changes nothing is thrown away."""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import CallExpr, Context, IndexExpr, MemberExpr, NameExpr, Var

from jdc_spec.facts import Edit, Fix
from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic, span
from ...syntax import INDEX
from ..places import PURE_CALL, PureCall, asked


@asked(DISCARDED, at=PURE_CALL)
def check(site: PureCall) -> Iterator[Diagnostic]:
    """Report a call that only computes, where nobody takes the result."""
    discarded = INDEX.of(site.api.tree).discarded
    if not discarded.is_discarded(site.node):
        return
    name, path = _receiver(site.node)
    sentence = f"{site.does}, and nothing takes the result"
    if not name:
        yield Diagnostic(DISCARDED, f"{sentence}; assign it", site.node)
        return
    before = span(site.node)._replace(end_line=site.node.line, end_column=site.node.column)
    fix = Fix(f'Assign the result to "{name}"', (Edit(before, f"{name} = "),))
    fixes = (fix,) if discarded.is_statement(site.node) else ()
    yield Diagnostic(DISCARDED, f"{sentence}; write {name} = {name}.{path}", site.node, fixes)


def _receiver(call: Context) -> tuple[str, str]:
    """Return the variable that a method is called on, and how the call goes on; "" where it is on something else."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr):
        return "", ""
    target, path = callee.expr, f"{callee.name}(...)"
    if isinstance(target, IndexExpr) and isinstance(target.base, MemberExpr):
        target, path = target.base.expr, f"at[...].{path}"
    if not isinstance(target, NameExpr) or not isinstance(target.node, Var) or target.node.is_self:
        return "", ""
    return target.name, path
