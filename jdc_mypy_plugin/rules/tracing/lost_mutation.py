"""``jdc-lost-mutation``: a traced function assigns to an attribute of an argument that it does not return.

A transformation flattens each argument and calls the function with an object made anew, so that the caller's object
keeps its old value (https://github.com/jax-ml/jax/issues/15817).
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.nodes import IntExpr, MemberExpr, NameExpr, OperatorAssignmentStmt, Var

from jdc_spec.rules import LOST_MUTATION

from ...host.diagnostics import Diagnostic
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.ranges import position_of
from ...traced.functions import TracedFunction, bound_again
from ..places import TRACED_FUNCTION, asked
from ..transforms.counted_statics import counted
from .argument_writes import ArgumentNames, Write, escapes, is_read_after, mutable_fields, writes_of
from .read_by_callers import is_read_by_callers
from .reading_methods import methods_before


@asked(LOST_MUTATION, at=TRACED_FUNCTION)
def check(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report assignments to data fields of an argument that nobody sees, and those that its callers expect to see."""
    rebound: set[object] | None = None
    for variable, declared in site.copied.items():
        fields = mutable_fields(declared, site.api.tree)
        names = ArgumentNames(site, variable) if fields else None
        writes = [] if names is None else [each for each in writes_of(site, names) if each.name in fields]
        if names is None or not writes:
            continue
        rebound = bound_again(site.body) if rebound is None else rebound
        if variable in rebound:
            continue
        first = min(position_of(each.node) for each in writes)
        is_used = escapes(site, names, fields | methods_before(site, names, declared, first))
        for write in writes:
            if _is_lost(site, names, write, variable, is_used=is_used):
                yield Diagnostic(LOST_MUTATION, _sentence(site, variable, write.name), write.node)


def _is_lost(site: TracedFunction, names: ArgumentNames, write: Write, variable: Var, *, is_used: bool) -> bool:
    """Return whether nobody sees a write, or a caller looks for it where it is not.

    A function that uses the new value may write it for that alone, and a caller may then want the old one. Not where
    the caller takes no result, nor where the function counts.
    """
    if is_used:
        return is_read_by_callers(site, variable, write.name, drop_result=True)
    if _gives_back(site, names, write):
        return False
    is_result_enough = not _counts(write, site)
    return not is_read_after(site, names, write) or is_read_by_callers(
        site, variable, write.name, drop_result=is_result_enough
    )


def _counts(write: Write, site: TracedFunction) -> bool:
    """Return whether a write adds a number that is written out: ``self.calls += 1``."""
    statement = INDEX.of(site.api.tree).parent(write.node)
    if isinstance(statement, OperatorAssignmentStmt):
        return statement.op in ("+", "-") and isinstance(statement.rvalue, IntExpr)
    count = None if write.value is None else counted(write.value)
    return count is not None and count[0].name == write.name


def _gives_back(site: TracedFunction, names: ArgumentNames, write: Write) -> bool:
    """Return whether a write gives a field the value that the function has taken from it before."""
    taken = FLOW.of(site.api.tree).value_at(write.value) if isinstance(write.value, NameExpr) else None
    return isinstance(taken, MemberExpr) and taken.name == write.name and names.has(taken)


def _sentence(site: TracedFunction, variable: Var, name: str) -> str:
    written = f"{variable.name}.{name}"
    return (
        f'the assignment to "{written}" is lost: {site.by} calls "{site.definition.name}" with a copy of '
        f'"{variable.name}", and the caller\'s object keeps its old value; return the changed object, or the value'
    )
