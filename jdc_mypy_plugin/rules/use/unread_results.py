"""``jdc-discarded`` where a variable takes the result, and nothing reads it: ``new_state = state.replace(step=1)``.

The function has to go on with what it has given for the new one, as it was.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncDef,
    IndexExpr,
    MemberExpr,
    MypyFile,
    NameExpr,
    WhileStmt,
    WithStmt,
)

from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.failures.expected_failures import is_expected_to_fail
from ...syntax.failures.measured_code import CLOCKS, is_measured
from ...syntax.names.flow import FLOW
from ...syntax.names.references import REFERENCES
from ...syntax.values.looked_at import is_looked_at
from ...syntax.values.unread_results import is_bound, unread_name
from ..places import PURE_CALL, asked
from ..sites import PureCall
from ..tests_at_hand import is_in_test

_SECOND: Final = ("tree_at", "map", "tree_map")
"""Functions whose second argument is the tree that they make another of."""


@asked(DISCARDED, at=PURE_CALL)
def check(site: PureCall) -> Iterator[Diagnostic]:
    """Report an update whose result is bound to a variable that nothing reads."""
    call, tree = site.node, site.api.tree
    if not isinstance(call, CallExpr) or not isinstance(INDEX.of(tree).parent(call), AssignmentStmt):
        return
    name = unread_name(call, tree) if _is_update(site.does) else None
    if name is not None and not is_thrown_away(name) and goes_on(site.used or updated_by(call), call, site.api):
        yield Diagnostic(DISCARDED, f"{site.does}, and {unread(name)}; {mend(name)}", call)


def is_thrown_away(name: NameExpr) -> bool:
    """Return whether a variable has a name for what is not wanted: ``_``, ``_unused``."""
    return name.name.startswith("_")


def unread(name: NameExpr) -> str:
    """Return words for a variable that takes a result."""
    return "nothing takes the result" if is_thrown_away(name) else f'nothing reads "{name.name}"'


def mend(name: NameExpr) -> str:
    """Return the advice that goes with it."""
    return "assign it" if is_thrown_away(name) else f'go on with "{name.name}"'


def _is_update(does: str) -> bool:
    """Return whether a call makes another of what it is given: no keys, and no array by a method such as ``clip``."""
    is_of_array = "makes a new array" in does and not does.startswith('"at[')
    return "leaves the old one as it is" in does and "makes new keys" not in does and not is_of_array


def updated_by(call: CallExpr) -> Expression | None:
    """Return what a call makes another one of: the object of a method, the array of ``x.at[...]``, or an argument."""
    callee = call.callee
    if not isinstance(callee, NameExpr | MemberExpr) or not callee.fullname:
        target = callee.expr if isinstance(callee, MemberExpr) else None
        if isinstance(target, IndexExpr) and isinstance(target.base, MemberExpr):
            return target.base.expr
        return target
    place = 1 if callee.name in _SECOND else 0
    return call.args[place] if place < len(call.args) else None


def goes_on(updated: Expression | None, call: CallExpr, api: TypeChecker) -> bool:
    """Return whether a function goes on with a variable, or an attribute of one, as it was, and measures nothing."""
    tree = api.tree
    root: Expression | None = updated
    while isinstance(root, MemberExpr):
        root = root.expr
    function = FLOW.of(tree).function_over(call)
    if not isinstance(root, NameExpr) or root.node is None or function is None or is_in_test(api):
        return False
    if may_be_caught(call, tree) or is_expected_to_fail(call, tree) or is_measured(call, tree):
        return False
    if INDEX.of(tree).inside(function).mentions(CLOCKS):
        return False
    return any(_is_of(each, updated, tree) for each in _later(root, call, function, tree))


def goes_on_below(root: NameExpr, block: WithStmt, function: FuncDef, tree: MypyFile) -> bool:
    """Return whether a function reads a variable as it was after a block, which its manager is given."""
    inside = INDEX.of(tree).inside(block).range
    return any(INDEX.of(tree).position_of(each) not in inside for each in _later(root, block.expr[0], function, tree))


def _later(root: NameExpr, call: Expression, function: FuncDef, tree: MypyFile) -> Iterator[NameExpr]:
    """Yield the names by which a function reads a variable after a call, as it was: below, or in a loop around.

    One that is only shown or checked, to see that it stays as it is, is not gone on with.
    """
    index, flow = INDEX.of(tree), FLOW.of(tree)
    own, inside = index.position_of(call), index.inside(function)
    loops = [
        index.inside(each).range
        for each in (*inside.statements_of(ForStmt), *inside.statements_of(WhileStmt))
        if own in index.inside(each).range
    ]
    named = () if root.node is None else REFERENCES.of(tree).get(root.node, ())
    names = [each for each in named if flow.function_over(each) is function]
    bound = [at for each in names if is_bound(each, tree) and (at := index.position_of(each)) is not None]
    for each in names:
        at = index.position_of(each)
        if at is None or own is None or at == own or is_bound(each, tree) or is_looked_at(each, tree):
            continue
        is_below = own < at and not any(own < other < at for other in bound)
        if is_below or any(at in loop and not any(other in loop for other in bound) for loop in loops):
            yield each


def _is_of(read: NameExpr, updated: Expression | None, tree: MypyFile) -> bool:
    """Return whether a read of a variable is one of what was updated, or of the whole object."""
    if not isinstance(updated, MemberExpr):
        return True
    index, around = INDEX.of(tree), updated
    while isinstance(around.expr, MemberExpr):
        around = around.expr
    parent = index.parent(read)
    return not isinstance(parent, MemberExpr) or parent.name == around.name
