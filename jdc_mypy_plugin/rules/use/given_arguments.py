"""The arguments that all calls of a function of the module give a parameter."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from mypy.nodes import CallExpr, ComparisonExpr, Decorator, Expression, FuncDef, MypyFile, NameExpr, SymbolNode

from ...evaluate.helpers import helper_of
from ...syntax import INDEX
from ...syntax.expected_failures import may_be_caught
from ...syntax.flow import FLOW, Parameter
from ...syntax.references import REFERENCES
from ...syntax.walk import descendants

_IDENTITY = ("is", "is not")


def arguments_given(name: NameExpr, tree: MypyFile) -> Sequence[Expression]:
    """Return the arguments of all calls for the parameter that a name reads; nothing if one of them is unknown.

    A function may look at what it is given and end early, so it must not ask whether that is None.
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
        variables = [variable for variable, _ in helper.parameters]
        values = helper.given_by(call)
        yield values[variables.index(parameter)] if values is not None and parameter in variables else None


def _asks(function: FuncDef, parameter: SymbolNode | None, tree: MypyFile) -> bool:
    """Return whether a function asks whether a parameter, or a part of it, is None."""
    return any(
        isinstance(part, NameExpr) and part.node is parameter
        for comparison in INDEX.of(tree).inside(function).expressions_of(ComparisonExpr)
        if comparison.operators[0] in _IDENTITY
        for part in descendants(comparison)
    )
