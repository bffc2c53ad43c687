"""The arguments that all calls of a function of the module give a parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from mypy.nodes import (
    AssertStmt,
    CallExpr,
    ComparisonExpr,
    ConditionalExpr,
    Decorator,
    Expression,
    FuncDef,
    IfStmt,
    MatchStmt,
    MypyFile,
    NameExpr,
    OpExpr,
    SymbolNode,
    WhileStmt,
)

from ...evaluate.calls.helpers import helper_of
from ...model.functions.swallowed_errors import may_be_caught
from ...syntax import INDEX
from ...syntax.body import Body
from ...syntax.names.flow import FLOW, Parameter
from ...syntax.names.references import REFERENCES
from ...syntax.walk import descendants

_IDENTITY: Final = ("is", "is not", "==", "!=")
_TESTS: Final = ("isinstance", "bool", "callable", "hasattr", "getattr", "type")


def arguments_given(name: NameExpr, tree: MypyFile) -> Sequence[Expression]:
    """Return the arguments of all calls for the parameter that a name reads; nothing if one of them is unknown.

    A function may look at what it is given and end early, so it must not ask what that is.
    """
    held = FLOW.of(tree).value_at(name)
    function = held.function if isinstance(held, Parameter) else None
    if not isinstance(function, FuncDef) or function.info or _asks(function, name.node, tree):
        return ()
    given = [*_given(function, name.node, tree)]
    return [] if None in given else [each for each in given if each is not None]


def _given(function: FuncDef, parameter: SymbolNode | None, tree: MypyFile) -> Iterator[Expression | None]:
    """Yield what each call gives a parameter; None for one that does not say so, and for other uses."""
    index = INDEX.of(tree)
    decorated = (each for each in index.body.statements_of(Decorator) if each.func is function)
    for use in REFERENCES.of(tree).get(next(decorated, function), ()):
        call = index.parent(use)
        helper = helper_of(use, tree) if isinstance(call, CallExpr) and call.callee is use else None
        if helper is None or not isinstance(call, CallExpr) or may_be_caught(call, tree):
            yield None
            continue
        at = next((at for at, (variable, _) in enumerate(helper.parameters) if variable is parameter), None)
        values = helper.given_by(call)
        yield None if values is None or at is None else values[at]


def _asks(function: FuncDef, parameter: SymbolNode | None, tree: MypyFile) -> bool:
    """Return whether a function may go another way for what a parameter, or a part of it, is."""
    return any(
        isinstance(part, NameExpr) and part.node is parameter
        for question in _questions(INDEX.of(tree).inside(function))
        for part in (question, *descendants(question))
    )


def _questions(body: Body) -> Iterator[Expression]:
    """Yield the conditions in a function, and the comparisons and calls that make one."""
    for statement in body.statements:
        if isinstance(statement, IfStmt | WhileStmt):
            yield from statement.expr if isinstance(statement, IfStmt) else (statement.expr,)
        elif isinstance(statement, AssertStmt):
            yield statement.expr
        elif isinstance(statement, MatchStmt):
            yield statement.subject
    yield from (each.cond for each in body.expressions_of(ConditionalExpr))
    yield from (each for each in body.expressions_of(OpExpr) if each.op in ("and", "or"))
    yield from (each for each in body.expressions_of(ComparisonExpr) if each.operators[0] in _IDENTITY)
    for call in body.expressions_of(CallExpr):
        if isinstance(call.callee, NameExpr) and call.callee.name in _TESTS:
            yield call
