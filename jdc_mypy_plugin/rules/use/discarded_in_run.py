"""``jdc-discarded`` for calls of functions that the run of the module has seen to change nothing.

``train_step(state, batch)`` alone, where the function makes a new state and does nothing else. Neither needs
annotations.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    ForStmt,
    FuncItem,
    MemberExpr,
    MypyFile,
    NameExpr,
    RefExpr,
    ReturnStmt,
    Statement,
    Var,
    WhileStmt,
)

from jdc_spec.facts import Related
from jdc_spec.rules import DISCARDED

from ...host.diagnostics import Diagnostic, span
from ...model.classes import model_of
from ...model.functions.swallowed_errors import may_be_caught
from ...runs import Discard, run_of
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.failures.measured_code import CLOCKS, is_measured
from ...syntax.names.flow import FLOW
from ...syntax.names.targets import targets, unpacked
from ...syntax.values.looked_at import is_looked_at
from ...syntax.values.unread_results import unread_name
from ...syntax.walk import descendants, expressions_of
from ..places import CALL, CONSTRUCTION, OPERATION, Call, OperationSite, asked
from ..sites import CallSite
from ..tests_at_hand import is_named_as_test
from .discarded import DISPLAYED
from .unread_results import is_thrown_away, mend, unread

_WATCHING: Final = (*CLOCKS, "timeit", "profiler", "tracemalloc", "make_jaxpr", "eval_shape", "lower", "log_compiles")
"""Names in a module that measures its functions, or looks at how they are compiled."""


_COMPILING: Final = re.compile("warm|compil|trace", re.IGNORECASE)
"""Parts of the names of functions that call jitted ones to compile them."""


@asked(DISCARDED, at=OPERATION)
def check_around_operation(site: OperationSite) -> Iterator[Diagnostic]:
    """Report calls wherever mypy asks about an operation."""
    yield from _told(site.api)


@asked(DISCARDED, at=CALL)
def check_around_call(site: Call) -> Iterator[Diagnostic]:
    """Report calls wherever mypy asks about one."""
    yield from _told(site.api)


@asked(DISCARDED, at=CONSTRUCTION)
def check_around_construction(site: CallSite) -> Iterator[Diagnostic]:
    """Report calls wherever mypy asks about an object that is made."""
    yield from _told(site.api)


def _told(api: TypeChecker) -> Iterator[Diagnostic]:
    run = run_of(api)
    for each in run.discards:
        if each.call in run.told or not _is_missed(each, api):
            continue
        run.told.add(each.call)
        callee = each.call.callee
        name = f'"{callee.name}"' if isinstance(callee, NameExpr | MemberExpr) else "the function"
        variable = unread_name(each.call, api.tree)
        missed = (
            "nothing takes the result; assign it" if variable is None else f"{unread(variable)}; {mend(variable)}"
        )
        sentence = f"{name} makes a new {each.what} and changes nothing, and {missed}"
        related = tuple(Related("called here", "", span(call)) for call in reversed(each.calls))
        yield Diagnostic(DISCARDED, sentence, each.call, related=related, is_of_types=False, is_elsewhere=True)


def is_told_of(call: CallExpr, api: TypeChecker) -> bool:
    """Return whether the run has a finding at a call."""
    return any(each.call is call and _is_missed(each, api) for each in run_of(api).discards)


def _is_missed(found: Discard, api: TypeChecker) -> bool:
    """Return whether the code goes on with what it has, and wants nothing else of the call."""
    tree, call = api.tree, found.call
    index = INDEX.of(tree)
    function = FLOW.of(tree).function_over(call)
    variable = unread_name(call, tree)
    is_dropped = index.discarded.is_statement(call) or variable is not None
    if not is_dropped or call.line in DISPLAYED.of(tree):
        return False
    if any(may_be_caught(each, tree) or is_measured(each, tree) for each in (call, *found.calls)) or _is_test(
        function
    ):
        return False
    if not found.is_jitted and _is_read(found, function, api):
        return False
    body = index.body if function is None else index.inside(function)
    loop = _loop_around(call, body)
    is_meant = variable is not None and is_thrown_away(variable) and loop is None
    is_shown = variable is not None and loop is None and _is_only_looked_at(found.given, call, body, tree)
    if is_meant or is_shown or not _goes_on(found.given, call, loop, body) or _mentions(body, CLOCKS):
        return False
    if found.is_jitted:
        is_compiled = any(_COMPILING.search(name) for name in _names_around(function, found))
        is_watched = is_compiled or _mentions(index.body, _WATCHING)
        return loop is not None and not is_watched and _is_alone(call, tree)
    return not found.is_array or loop is not None or (function is not None and _gives(body))


def _is_read(found: Discard, around: FuncItem | None, api: TypeChecker) -> bool:
    """Return whether other rules read the function, where mypy checks the call."""
    is_checked = api.options.check_untyped_defs or around is None or not around.is_dynamic()
    function = found.function
    is_open = function is not None and function.is_dynamic()
    is_of_tree = function is not None and bool(function.info) and model_of(function.info) is not None
    return is_checked and not (is_open and (not is_of_tree or _is_plain_parameter(found.call, around)))


def _is_plain_parameter(call: CallExpr, around: FuncItem | None) -> bool:
    """Return whether a method is called on a parameter without annotation, of which mypy knows nothing."""
    owner = call.callee.expr if isinstance(call.callee, MemberExpr) else None
    taken = [
        each.variable for each in (around.arguments if around is not None else ()) if each.type_annotation is None
    ]
    return isinstance(owner, NameExpr) and owner.node in taken


def _names_around(function: FuncItem | None, found: Discard) -> Iterator[str]:
    """Yield the name of the function at hand, and of those that have called it in the run."""
    callees = [each.callee for each in found.calls]
    yield from (each.name for each in callees if isinstance(each, NameExpr | MemberExpr))
    yield "" if function is None else function.name


def _is_test(function: FuncItem | None) -> bool:
    return function is not None and is_named_as_test(function.name)


def _mentions(body: Body, names: Sequence[str] | frozenset[str]) -> bool:
    return any(not _is_variable(each) for name in names for each in body.references_of(name))


def _is_variable(reference: RefExpr) -> bool:
    """Return whether ``time`` is a variable or an attribute of an object, ``state.time``, and not the clock."""
    if isinstance(reference, NameExpr):
        return isinstance(reference.node, Var)
    owner = reference.expr if isinstance(reference, MemberExpr) and reference.name == "time" else None
    return owner is not None and not (isinstance(owner, NameExpr) and isinstance(owner.node, MypyFile))


def _loop_around(call: CallExpr, body: Body) -> Statement | None:
    """Return the innermost loop in the function at hand that a call stands in."""
    loops = [*body.statements_of(ForStmt), *body.statements_of(WhileStmt)]
    around = [each for each in loops if each.line < call.line <= (each.end_line or each.line)]
    return max(around, key=lambda each: each.line) if around else None


def _goes_on(given: Expression, call: CallExpr, loop: Statement | None, body: Body) -> bool:
    """Return whether the variable is read again as it was: below, or by the next turn of a loop."""
    if not isinstance(given, NameExpr):
        return True
    names = [each for each in body.expressions_of(NameExpr) if each.node is given.node]
    end = call.end_line or call.line
    if loop is None:
        return any(end < each.line for each in names)
    last = loop.end_line or loop.line
    inside = [each for each in body.outside_definitions() if loop.line <= each.line <= last]
    first = next((each for each in inside if _mentions_variable(each, given)), None)
    is_bound_first = first is not None and any(each.node is given.node for each in _bound(first))
    is_read_first = isinstance(first, AssignmentStmt) and _reads(first.rvalue, given)
    return not is_bound_first or is_read_first or any(end < each.line <= last for each in names)


def _is_only_looked_at(given: Expression, call: CallExpr, body: Body, tree: MypyFile) -> bool:
    """Return whether the code below does no more than to show or check that the variable stays as it was."""
    if not isinstance(given, NameExpr):
        return False
    end = call.end_line or call.line
    below = [each for each in body.expressions_of(NameExpr) if each.node is given.node and end < each.line]
    return all(is_looked_at(each, tree) for each in below)


def _mentions_variable(statement: Statement, name: NameExpr) -> bool:
    return any(_reads(each, name) for each in expressions_of(statement))


def _reads(expression: Expression, name: NameExpr) -> bool:
    return any(isinstance(each, NameExpr) and each.node is name.node for each in descendants(expression))


def _bound(statement: Statement) -> Iterator[NameExpr]:
    for target in targets(statement):
        yield from (each for each in unpacked(target.expression) if isinstance(each, NameExpr))


def _is_alone(call: CallExpr, tree: MypyFile) -> bool:
    """Return whether nothing else in the module mentions the function that is called, but for its definition."""
    callee, body = call.callee, INDEX.of(tree).body
    if not isinstance(callee, NameExpr | MemberExpr):
        return False
    assigned = {each for statement in body.statements_of(AssignmentStmt) for each in statement.lvalues}
    return all(each is callee or each in assigned for each in body.references_of(callee.name))


def _gives(body: Body) -> bool:
    """Return whether a function gives anything back."""
    return any(each.expr is not None for each in body.statements_of(ReturnStmt))
