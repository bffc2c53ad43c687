"""Calls that a loop or a comprehension makes at each of its turns, of which the source lets expect more than one."""

from __future__ import annotations

from mypy.nodes import (
    BreakStmt,
    CallExpr,
    ConditionalExpr,
    DictionaryComprehension,
    Expression,
    ForStmt,
    GeneratorExpr,
    IndexExpr,
    LambdaExpr,
    ListComprehension,
    NameExpr,
    OpExpr,
    RaiseStmt,
    ReturnStmt,
    Statement,
    WhileStmt,
)

from ...syntax import INDEX
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.walk import descendants
from ..sites import CallSite
from .turns import is_single, loops_around


def runs_at_each_turn(call: CallExpr, site: CallSite) -> bool:
    """Return whether a call is made at each of several turns: in no branch, and by no loop that may leave."""
    index, flow = INDEX.of(site.api.tree), FLOW.of(site.api.tree)
    outer = _evaluated_by(call, index)
    if isinstance(outer, GeneratorExpr | DictionaryComprehension):
        is_whole = isinstance(outer, DictionaryComprehension) or isinstance(index.parent(outer), ListComprehension)
        is_filtered = any(outer.condlists)
        return is_whole and not is_filtered and not any(_may_be_short(each, site) for each in outer.sequences)
    if outer is None or not flow.is_in_first_pass(call):
        return False
    around = flow.function_over(call)
    loops = [each for each in loops_around(call, index) if flow.function_over(each.expr) is around]
    return not any(_may_leave(each, index) for each in loops) and not all(_is_short(each, site) for each in loops)


def _evaluated_by(part: Expression, index: ModuleIndex) -> Statement | GeneratorExpr | DictionaryComprehension | None:
    """Return the statement or the comprehension that is certain to evaluate an expression; None where none is."""
    outer = index.parent(part)
    while isinstance(outer, Expression):
        if isinstance(outer, GeneratorExpr | DictionaryComprehension):
            return outer
        is_chosen = isinstance(outer, ConditionalExpr) and part is not outer.cond
        is_second = isinstance(outer, OpExpr) and outer.op in ("and", "or") and part is outer.right
        if is_chosen or is_second or isinstance(outer, LambdaExpr):
            return None
        part, outer = outer, index.parent(outer)
    return outer if isinstance(outer, Statement) else None


def _may_leave(loop: ForStmt | WhileStmt, index: ModuleIndex) -> bool:
    body = index.inside(loop)
    return any(body.statements_of(each) for each in (BreakStmt, RaiseStmt, ReturnStmt))


def _is_short(loop: ForStmt | WhileStmt, site: CallSite) -> bool:
    return isinstance(loop, ForStmt) and _may_be_short(loop.expr, site)


def _may_be_short(sequence: Expression, site: CallSite) -> bool:
    """Return whether a sequence has one item at most, or is a slice, or rests on the default of a parameter."""
    around = FLOW.of(site.api.tree).function_over(sequence)
    given = [] if around is None else around.arguments
    optional = {each.variable for each in given if not each.kind.is_required()}
    names = (each.node for each in descendants(sequence) if isinstance(each, NameExpr))
    return is_single(sequence, site) or isinstance(sequence, IndexExpr) or not optional.isdisjoint(names)
