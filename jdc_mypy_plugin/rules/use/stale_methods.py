"""``jdc-stale`` in classes that jit a method of their own object: ``self.step = jax.jit(self._step)``.

The numbers of the object are constants of the trace. A method that calls the jitted one, changes a number and calls
it again with the same arguments is told of, also where nothing in the module runs it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from mypy.nodes import (
    AssignmentStmt,
    CallExpr,
    Expression,
    FloatExpr,
    FuncDef,
    IntExpr,
    MemberExpr,
    NameExpr,
    OperatorAssignmentStmt,
    OpExpr,
    ReturnStmt,
    UnaryExpr,
)

from jdc_spec.rules import STALE

from ...host.diagnostics import Diagnostic
from ...model.subclasses_in_sight import is_overridden
from ...syntax import INDEX
from ...syntax.names.flow import FLOW
from ...syntax.values.looked_at import is_asserted
from ...syntax.walk import descendants
from ...traced.eager_functions import runs_eagerly
from ...transformed.given_functions import is_here
from ...transformed.jitted_functions import Jitted
from ..places import JITTED_FUNCTION, asked
from .stale_objects import Arguments

_CLEARING: Final = ("clear_caches", "clear_cache")
_ARITHMETIC: Final = frozenset(("+", "-", "*", "/", "**"))
_SAME: Final[Mapping[str, float]] = {"+": 0, "-": 0, "*": 1, "/": 1, "**": 1}
"""The operand with which each augmented assignment leaves a number as it is."""


@asked(STALE, at=JITTED_FUNCTION)
def check(each: Jitted) -> Iterator[Diagnostic]:
    """Report the call that goes on with the number of an earlier one."""
    index, found = INDEX.of(each.api.tree), _kept(each)
    if found is None or index.body.mentions(_CLEARING):
        return
    maker, method, attribute = found
    if runs_eagerly(each.api.tree, method):
        return
    for name, number in _numbers(maker, method, each):
        for write in _changes(name, number, maker, each):
            call = _call_after(write, attribute, each)
            if call is not None and not is_asserted(call, each.api.tree):
                reason = f'JAX traced "{method.name}" with the "{name}" that the object had'
                yield Diagnostic(
                    STALE, f"{reason}, and goes on with that: it is another by now; pass it as an argument", call
                )


def _kept(each: Jitted) -> tuple[FuncDef, FuncDef, str] | None:
    """Return the constructor that jits a method, the method, and the attribute that only ever keeps the result."""
    call, index = each.call, INDEX.of(each.api.tree)
    given = call.args[0] if isinstance(call, CallExpr) and len(call.args) == 1 else None
    around = index.parent(call) if isinstance(call, CallExpr) else None
    if not isinstance(given, MemberExpr) or not isinstance(around, AssignmentStmt) or len(around.lvalues) != 1:
        return None
    target, maker = around.lvalues[0], FLOW.of(each.api.tree).function_over(given)
    if maker is None or not maker.info or maker.name != "__init__" or not isinstance(target, MemberExpr):
        return None
    symbol = maker.info.names.get(given.name)
    method = None if symbol is None else symbol.node
    if not isinstance(method, FuncDef) or not is_here(method, each.api) or method.is_static or method.is_class:
        return None
    is_own = _is_self(target, maker) and _is_self(given, maker) and _writes(target.name, maker, each) == [target]
    is_certain = is_own and not is_overridden(maker.info, method.name, each.api)
    return (maker, method, target.name) if is_certain else None


def _is_self(part: MemberExpr, method: FuncDef) -> bool:
    receiver = method.arguments[0].variable if method.arguments else None
    return isinstance(part.expr, NameExpr) and part.expr.node is receiver


def _writes(name: str, maker: FuncDef, each: Jitted) -> list[MemberExpr]:
    """Return the writes to an attribute of any object, but for those of other classes to their own."""
    index, flow = INDEX.of(each.api.tree), FLOW.of(each.api.tree)
    found: list[MemberExpr] = []
    for part in index.body.references_of(name):
        function = flow.function_over(part)
        if not isinstance(part, MemberExpr) or not index.is_written(part):
            continue
        is_other = function is not None and bool(function.info) and maker.info not in function.info.mro
        if function is None or not (is_other and _is_self(part, function)):
            found.append(part)
    return found


def _numbers(maker: FuncDef, method: FuncDef, each: Jitted) -> Iterator[tuple[str, float]]:
    """Yield the numbers that a constructor writes out for its object and a method calculates with an argument."""
    for statement in maker.body.body:
        target = statement.lvalues[0] if isinstance(statement, AssignmentStmt) else None
        number = _number(statement.rvalue) if isinstance(statement, AssignmentStmt) else None
        if isinstance(target, MemberExpr) and _is_self(target, maker) and number and _uses(method, target.name, each):
            yield target.name, number


def _number(value: Expression) -> float | None:
    sign = -1 if isinstance(value, UnaryExpr) and value.op == "-" else 1
    value = value.expr if isinstance(value, UnaryExpr) and value.op == "-" else value
    return sign * value.value if isinstance(value, IntExpr | FloatExpr) else None


def _uses(method: FuncDef, name: str, each: Jitted) -> bool:
    """Return whether a method gives back what it calculates of an attribute and an argument: ``x * self.scale``."""
    index = INDEX.of(each.api.tree)
    given = {argument.variable for argument in method.arguments[1:]}
    for part in index.inside(method).references_of(name):
        around: object = index.parent(part)
        is_of_argument = False
        while isinstance(around, OpExpr) and around.op in _ARITHMETIC:
            names = [value for value in descendants(around) if isinstance(value, NameExpr)]
            is_of_argument = is_of_argument or any(value.node in given for value in names)
            around = index.parent(around)
        if (
            is_of_argument
            and isinstance(part, MemberExpr)
            and _is_self(part, method)
            and isinstance(around, ReturnStmt)
        ):
            return True
    return False


def _changes(name: str, number: float, maker: FuncDef, each: Jitted) -> Iterator[MemberExpr]:
    """Yield the only write to a number outside the constructor, if it is certain to make another of it."""
    index, flow = INDEX.of(each.api.tree), FLOW.of(each.api.tree)
    parts = _writes(name, maker, each)
    others = [part for part in parts if flow.function_over(part) is not maker]
    if len(parts) != 2 or len(others) != 1:
        return
    part, function = others[0], flow.function_over(others[0])
    statement = index.parent(part)
    if function is None or function.info is not maker.info or not _is_self(part, function):
        return
    value = _number(statement.rvalue) if isinstance(statement, AssignmentStmt | OperatorAssignmentStmt) else None
    same = _SAME.get(statement.op) if isinstance(statement, OperatorAssignmentStmt) else number
    if value is not None and same is not None and value != same:
        yield part


def _call_after(write: MemberExpr, attribute: str, each: Jitted) -> CallExpr | None:
    """Return a call of the jitted method after a write that gives what a call before it has given."""
    tree = each.api.tree
    index, flow, alike = INDEX.of(tree), FLOW.of(tree), Arguments(each.api)
    at, function = index.position_of(write), flow.function_over(write)
    placed: list[tuple[int, CallExpr]] = []
    for part in index.body.references_of(attribute):
        call, place = index.parent(part), index.position_of(part)
        is_called = isinstance(call, CallExpr) and call.callee is part and flow.function_over(part) is function
        if is_called and isinstance(call, CallExpr) and place is not None:
            placed.append((place, call))
    if at is None:
        return None
    before = [call for place, call in placed if place < at and flow.has_run(place, at)]
    after = [call for place, call in placed if place > at and flow.has_run(at, place)]
    return next((call for call in after if any(alike.are_alike(one, call) for one in before)), None)
