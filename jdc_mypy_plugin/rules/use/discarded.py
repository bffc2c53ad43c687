"""jdc-discarded: the result of a call that changes nothing is thrown away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Expression, FuncDef, IndexExpr, MemberExpr, NameExpr, RefExpr

from jdc_spec.facts import Edit, Fix
from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic, span
from ...host.sources import SOURCES
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.cells import displayed_lines
from ...syntax.failures.measured_code import CLOCKS
from ...syntax.per_module import PerModule
from ..places import PURE_CALL, asked
from ..reassignment import is_own, is_read_below
from ..sites import PureCall
from .unchanged_in_tests import is_seen_unchanged

DISPLAYED: Final = PerModule(lambda tree: displayed_lines(SOURCES.text(tree.path).split("\n")))
_CLOCKS: Final = (*CLOCKS, "timeit")


@asked(DISCARDED, at=PURE_CALL)
def check(site: PureCall) -> Iterator[Diagnostic]:
    """Report a call that only computes, where nobody takes the result."""
    discarded = INDEX.of(site.api.tree).discarded
    if not discarded.is_discarded(site.node) or (site.used is not None and not _is_missed(site.used, site)):
        return
    if site.node.line in DISPLAYED.of(site.api.tree):
        return
    sentence = f"{site.does}, and nothing takes the result"
    receiver, path = _receiver(site.node)
    if receiver is None or not is_own(receiver, site.api) or site.used not in (None, receiver):
        yield Diagnostic(DISCARDED, f"{sentence}; assign it", site.node)
        return
    if isinstance(site.node, CallExpr) and is_seen_unchanged(site.node, receiver, site):
        return
    name = receiver.name
    before = span(site.node)._replace(end_line=site.node.line, end_column=site.node.column)
    fix = Fix(f'Assign the result to "{name}"', (Edit(before, f"{name} = "),))
    is_mended = discarded.is_statement(site.node) and is_read_below(receiver, site.node, site.api)
    yield Diagnostic(DISCARDED, f"{sentence}; write {name} = {name}.{path}", site.node, (fix,) if is_mended else ())


def _is_missed(used: Expression, site: PureCall) -> bool:
    """Return whether the function goes on with a variable of its own as it was, and wants nothing else of the call.

    It may want to know how long the call takes, or whether it raises.
    """
    is_used = isinstance(used, NameExpr) and is_own(used, site.api) and is_read_below(used, site.node, site.api)
    return is_used and not _takes_time(site.api) and not may_be_caught(site.node, site.api.tree)


def _takes_time(api: TypeChecker) -> bool:
    """Return whether the function at hand, or the module, mentions a clock: a benchmark throws results away."""
    index, function = INDEX.of(api.tree), api.scope.current_function()
    body = index.inside(function) if isinstance(function, FuncDef) else index.body
    return any(not _is_field(each) for clock in _CLOCKS for each in body.references_of(clock))


def _is_field(reference: RefExpr) -> bool:
    """Return whether ``time`` is that of an object, ``state.time``, and none that a module has."""
    is_read = isinstance(reference, MemberExpr) and reference.name == "time"
    return is_read and reference.node is None and not reference.fullname


def _receiver(call: Context) -> tuple[NameExpr | None, str]:
    """Return the name that a method is called on, and how the call goes on; None where it is on something else."""
    callee = call.callee if isinstance(call, CallExpr) else None
    if not isinstance(callee, MemberExpr):
        return None, ""
    target, path = callee.expr, f"{callee.name}(...)"
    if isinstance(target, IndexExpr) and isinstance(target.base, MemberExpr):
        target, path = target.base.expr, f"at[...].{path}"
    return (target, path) if isinstance(target, NameExpr) else (None, "")
