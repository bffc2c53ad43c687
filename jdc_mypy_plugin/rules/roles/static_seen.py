"""Objects that a jitted function has seen by the time that a function, or the module, changes them.

A function that makes an object may change it as it likes until then; afterwards the change goes unnoticed.
"""

from __future__ import annotations

from collections.abc import Iterator

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, LambdaExpr, MemberExpr, NameExpr

from ...evaluate import Evaluator
from ...libraries.definition import applied
from ...libraries.other_names import meant
from ...syntax import INDEX
from ...syntax.flow import FLOW
from ...syntax.targets import targets, unpacked
from ...syntax.walk import expressions_in
from ..jitted_functions import JITS

_FILTER_JIT = "filter_jit"


def is_seen(receiver: Expression, field: str, change: Expression, api: TypeChecker) -> bool:
    """Return whether one jitted function that reads the field gets the object before the change and after it."""
    if not isinstance(receiver, NameExpr):
        return False
    index = INDEX.of(api.tree)
    flow = FLOW.of(api.tree)
    around = flow.function_over(change)
    bindings = [
        name
        for statement in index.body.statements
        for target in targets(statement)
        for name in unpacked(target.expression)
        if isinstance(name, NameExpr) and name.node is receiver.node
    ]
    if len(bindings) != 1:
        return False
    calls = [each for each in index.body.expressions_of(CallExpr) if _gets(each, receiver)]
    lines: dict[str, list[int]] = {}
    for call in calls:
        if flow.function_over(call) is around and _is_jitted(call, field, api):
            assert isinstance(call.callee, NameExpr)
            lines.setdefault(call.callee.name, []).append(call.line)
    return any(min(each) < change.line < max(each) for each in lines.values())


def _gets(call: CallExpr, receiver: NameExpr) -> bool:
    return isinstance(call.callee, NameExpr) and any(
        isinstance(each, NameExpr) and each.node is receiver.node for each in call.args
    )


def _is_jitted(call: CallExpr, field: str, api: TypeChecker) -> bool:
    """Return whether a call is that of a jitted function of the module that mentions a field."""
    assert isinstance(call.callee, NameExpr)
    return any(_reads(function, field) for function in _under_jit(call.callee, api))


def _under_jit(callee: NameExpr, api: TypeChecker) -> Iterator[FuncDef | LambdaExpr]:
    node = callee.node
    if isinstance(node, Decorator):
        if len(node.original_decorators) == 1 and _jits(node.original_decorators[0]):
            yield node.func
        return
    source = Evaluator(api).source(callee)
    given = source.args[0] if isinstance(source, CallExpr) and source.args and _jits(source.callee) else None
    if isinstance(given, LambdaExpr):
        yield given
    elif isinstance(given, NameExpr) and isinstance(given.node, FuncDef):
        yield given.node


def _jits(decorator: Expression) -> bool:
    function = meant(applied(meant(decorator)))
    if not isinstance(function, NameExpr | MemberExpr):
        return False
    return function.fullname in JITS or function.name == _FILTER_JIT


def _reads(function: FuncDef | LambdaExpr, field: str) -> bool:
    return any(isinstance(each, MemberExpr) and each.name == field for each in expressions_in(function.body.body))
