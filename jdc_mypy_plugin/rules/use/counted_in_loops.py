"""Static counts of an object that a loop hands to a jitted function, which compiles again at each turn.

An object that no jitted function gets is counted without any trace.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    BreakStmt,
    CallExpr,
    ComparisonExpr,
    Context,
    Decorator,
    Expression,
    ForStmt,
    IfStmt,
    IntExpr,
    MemberExpr,
    NameExpr,
    OpExpr,
    RaiseStmt,
    RefExpr,
    ReturnStmt,
    TypeInfo,
    Var,
)

from ...copies.keys import Key, key
from ...evaluate.objects.instances import instance_of
from ...syntax import INDEX
from ...syntax.names.targets import By, row, unpacked
from ...syntax.ranges import is_in, range_of
from ...syntax.walk import descendants
from ...traced.eager_functions import is_without_jit
from ...traced.filtered_functions import is_jitted
from ...typefacts.jitted_types import is_jitted_type
from ..roles.static_seen import under_jit
from ..sites import CallSite
from ..transforms.counted_statics import counted
from .turns import bound_in_loops, is_in_same_loop, loops_around

_OFTEN: Final = 10
"""Each so many turns a count may make jit compile again; more seldom it may be meant."""


def counts(value: Expression, name: str, site: CallSite) -> bool:
    """Return whether a value is the field's old one and a number more or less, as in ``step=state.step + 1``."""
    count = counted(site.evaluator.source(value))
    if count is None or count[1] == 0 or count[0].name != name:
        return False
    owner = key(count[0].expr)
    return owner is not None and _goes_on(owner, name, site) and _is_jitted_in_loop(owner, site)


def numbers_turns(value: Expression, name: str, site: CallSite) -> bool:
    """Return whether a value is the number of the turn, ``state = state.replace(step=i)``.

    Only of an object that goes on to the next turn: others may be the cases that a loop is there to try.
    """
    if not isinstance(value, NameExpr) or not _is_number_of_turn(value, site):
        return False
    carried = _carried(site)
    return carried is not None and _goes_on(carried, name, site) and _is_jitted_in_loop(carried, site)


def _goes_on(owner: Key, name: str, site: CallSite) -> bool:
    """Return whether each turn makes an object from that of the last, and gives the field a value once."""
    index = INDEX.of(site.api.tree)
    around = (each for each in index.body.statements_of(IfStmt) if is_in(site.call, [range_of(each)]))
    if not all(_is_true_again(each, site) for each in around if _in_loop(each, site)):
        return False
    for target in bound_in_loops(site.call, index):
        if owner not in map(key, unpacked(target.expression)):
            continue
        parts = descendants(target.value) if isinstance(target.value, Expression) else []
        if not any(key(part) == owner for part in parts):
            return False
        if any(_sets(part, name) for part in parts if isinstance(part, CallExpr) and part is not site.call):
            return False
    return True


def _is_true_again(statement: IfStmt, site: CallSite) -> bool:
    """Return whether a branch runs again and again: ``if i % 10 == 0:``, or a flag that no turn binds."""
    index = INDEX.of(site.api.tree)
    inside = index.inside(statement)
    leaves = any(True for kind in (BreakStmt, ReturnStmt, RaiseStmt) for _ in inside.statements_of(kind))
    if leaves or len(statement.body) != 1 or is_in(site.call, [range_of(each) for each in _others(statement)]):
        return False
    test = statement.expr[0]
    if isinstance(test, NameExpr):
        return all(
            key(each) != key(test) for to in bound_in_loops(site.call, index) for each in unpacked(to.expression)
        )
    compared = test.operands[0] if isinstance(test, ComparisonExpr) and test.operators == ["=="] else None
    turn = compared.left if isinstance(compared, OpExpr) and compared.op == "%" else None
    every = compared.right if isinstance(compared, OpExpr) else None
    is_often = isinstance(every, IntExpr) and every.value <= _OFTEN
    return is_often and isinstance(turn, NameExpr) and _is_number_of_turn(turn, site)


def _others(statement: IfStmt) -> Iterator[Context]:
    """Yield what does not run where the test of an ``if`` holds."""
    if statement.else_body is not None:
        yield statement.else_body


def _in_loop(statement: IfStmt, site: CallSite) -> bool:
    return any(True for _ in loops_around(statement, INDEX.of(site.api.tree)))


def _sets(call: CallExpr, name: str) -> bool:
    """Return whether a call gives the field another value than the one of an object."""
    given = [value for value, to in zip(call.args, call.arg_names, strict=True) if to == name]
    return any(not isinstance(value, MemberExpr) or value.name != name for value in given)


def _is_number_of_turn(name: NameExpr, site: CallSite) -> bool:
    """Return whether a loop counts with a variable: ``for i in range(n)``, ``enumerate(rows)``, ``i += 1``."""
    index = INDEX.of(site.api.tree)
    if any(_counts_turns(loop, name) for loop in loops_around(site.call, index) if isinstance(loop, ForStmt)):
        return True
    written = [each for each in bound_in_loops(site.call, index) if key(each.expression) == key(name)]
    return len(written) == 1 and written[0].by is By.UPDATE and isinstance(written[0].value, IntExpr)


def _counts_turns(loop: ForStmt, name: NameExpr) -> bool:
    callee = loop.expr.callee if isinstance(loop.expr, CallExpr) else None
    by = callee.fullname if isinstance(callee, RefExpr) else ""
    if by == "builtins.enumerate":
        return any(key(each) == key(name) for each in row(loop.index)[:1])
    return by in ("builtins.range", "itertools.count") and key(loop.index) == key(name)


def _carried(site: CallSite) -> Key | None:
    """Return the object that a statement makes anew from itself, as in ``state = state.replace(...)``."""
    index = INDEX.of(site.api.tree)
    at = index.position_of(site.call) if isinstance(site.call, Expression) else None
    statement = None if at is None else index.body.statements[at]
    if not isinstance(statement, AssignmentStmt) or len(statement.lvalues) != 1:
        return None
    target = key(statement.lvalues[0])
    is_read = target is not None and any(key(part) == target for part in descendants(statement.rvalue))
    return target if is_read else None


def _is_jitted_in_loop(given: Key, site: CallSite) -> bool:
    """Return whether a loop around the call hands an object to a jitted function of the module, or is its method."""
    for call in INDEX.of(site.api.tree).body.expressions_of(CallExpr):
        handed = list(_handed_by(call))
        is_handed = site.call in handed or given in {key(each) for each in handed}
        if not is_handed or not is_in_same_loop(site, call):
            continue
        if is_jitted_callee(call.callee, site) and not is_without_jit(call, site.api.tree):
            return True
    return False


def _handed_by(call: CallExpr) -> Iterator[Expression]:
    yield from call.args
    if isinstance(call.callee, MemberExpr):
        yield call.callee.expr


def is_jitted_callee(callee: Expression, site: CallSite) -> bool:
    """Return whether what is called is a jitted function, or a jitted method of an object."""
    if not isinstance(callee, NameExpr | MemberExpr):
        return False
    owner = _owner(callee, site)
    symbol = None if owner is None else owner.get(callee.name)
    node = callee.node if symbol is None else symbol.node
    if isinstance(node, Decorator):
        return is_jitted_type(node.var.type) or is_jitted(node) or any(under_jit(callee, site.info, site.api))
    return is_jitted_type(node.type) if isinstance(node, Var) else False


def _owner(callee: NameExpr | MemberExpr, site: CallSite) -> TypeInfo | None:
    """Return the class of the object that a method is called on."""
    owner = instance_of(callee.expr, site.api) if isinstance(callee, MemberExpr) else None
    return None if owner is None else owner.type
