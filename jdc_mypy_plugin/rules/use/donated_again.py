"""``jdc-aliased``: a call that donates an object is given an array of it twice, or once at each turn of a loop."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    ContinueStmt,
    Expression,
    ForStmt,
    GeneratorExpr,
    IntExpr,
    ListComprehension,
    ListExpr,
    MemberExpr,
    NameExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    TupleExpr,
)

from jdc_spec.rules import ALIASED

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import row, unpacked
from ...traced.functions import TracedFunction
from ...transformed.transform_arguments import TransformArgument
from ..places import TRACED_FUNCTION, TRANSFORM_ARGUMENT, asked
from .donations import Donation, donation, is_traced, method_donations, takes

_RANGE: Final = "builtins.range"
_LEAVING: Final = (BreakStmt, ContinueStmt, RaiseStmt, ReturnStmt)


@asked(ALIASED, at=TRANSFORM_ARGUMENT)
def check(site: TransformArgument) -> Iterator[Diagnostic]:
    """Report another argument that is the object or a part of it, and a loop that never binds the object again."""
    donated = donation(site)
    if donated is not None:
        yield from _again(donated)


@asked(ALIASED, at=TRACED_FUNCTION)
def check_methods(site: TracedFunction) -> Iterator[Diagnostic]:
    """Report the same where a method donates an argument: ``self.step(state)``."""
    for donated in method_donations(site):
        yield from _again(donated)


def _again(donated: Donation) -> Iterator[Diagnostic]:
    tree = donated.site.api.tree
    if is_traced(donated) or may_be_caught(donated.call, tree):
        return
    given, callee = donated.given.name, donated.callee.name
    for other in donated.call.args:
        is_same = other is not donated.given and _is_part(other, donated)
        if is_same and takes(donated.transformed, donated.call, other, tree):
            yield Diagnostic(
                ALIASED,
                f'"{callee}" donates "{given}" and is given the same arrays here: JAX raises an error where one call '
                "donates a buffer and uses it as well; copy them with jnp.copy, or do not donate",
                other,
            )
            return
    if _is_given_again(donated):
        yield Diagnostic(
            ALIASED,
            f'"{callee}" donates "{given}", whose arrays are gone after one turn of the loop: the next raises '
            f"a RuntimeError; bind the name again, {given} = {callee}(...), or do not donate",
            donated.given,
        )


def _is_part(value: Expression, donated: Donation) -> bool:
    """Return whether a value is the object itself, or what a data field of it holds."""
    if isinstance(value, MemberExpr):
        return donated.is_data(value) and _is_given(value.expr, donated)
    return _is_given(value, donated)


def _is_given(value: Expression, donated: Donation) -> bool:
    return isinstance(value, NameExpr) and value.node is donated.given.node


def _is_given_again(donated: Donation) -> bool:
    """Return whether the call stands in a loop of several turns that never binds the variable again."""
    tree = donated.site.api.tree
    index, flow = INDEX.of(tree), FLOW.of(tree)
    if _is_in_comprehension(donated, index):
        return True
    statement = flow.statement_of(donated.given)
    at = None if statement is None else index.position(statement)
    loop = None if at is None else index.body.owner_at(at)
    around = index.body.statements[loop] if loop is not None and loop >= 0 else None
    if not isinstance(around, ForStmt) or statement not in around.body.body or not _has_turns(around.expr):
        return False
    inside = index.inside(around)
    writes = flow.variables.writes_of(donated.given.node).positions
    if any(position == loop or position in inside.range for position in writes):
        return False
    return not any(isinstance(each, _LEAVING) for each in inside.statements)


def _is_in_comprehension(donated: Donation, index: ModuleIndex) -> bool:
    """Return whether the call makes the items of a list, ``[step(state, x) for x in xs]``."""
    around = index.parent(donated.call)
    if not isinstance(around, GeneratorExpr) or around.left_expr is not donated.call or any(around.condlists):
        return False
    bound = [name for each in around.indices for name in unpacked(each)]
    is_bound = any(isinstance(each, NameExpr) and each.node is donated.given.node for each in bound)
    is_list = isinstance(index.parent(around), ListComprehension)
    return is_list and not is_bound and all(map(_has_turns, around.sequences))


def _has_turns(rows: Expression) -> bool:
    """Return whether a loop may take several turns: not if the source shows that it has a single item."""
    if isinstance(rows, CallExpr) and isinstance(rows.callee, RefExpr) and rows.callee.fullname == _RANGE:
        last = rows.args[0] if len(rows.args) == 1 else None
        return not isinstance(last, IntExpr) or last.value > 1
    return len(row(rows)) > 1 if isinstance(rows, ListExpr | TupleExpr) else True
