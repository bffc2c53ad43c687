"""Methods that make the next carry of a loop: ``jax.lax.fori_loop(0, n, lambda i, state: state.advanced(), state)``.

The class of the carry is certain where the call of the loop shows what it starts with.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    ClassDef,
    Expression,
    FuncDef,
    LambdaExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
    TypeInfo,
    Var,
)

from ...syntax import INDEX
from ...syntax.arguments import bound
from ...syntax.functions import class_named, parameters, returned_by
from ...syntax.names.flow import FLOW
from ...traced.eager_functions import is_apart
from ...transformed.function_expressions import called_method
from ...transformed.given_functions import given_function
from ...transformed.transformations import LOOPS
from ...typefacts.instances import sole_instance
from ..construction.unregistered_objects import certain_class
from .carried_chains import Chain

CARRY_POSITIONS: Final = {"jax.lax.scan": 0, "jax.lax.while_loop": 0, "jax.lax.fori_loop": 1}
"""The loops with a carry, and which parameter of their function takes it."""


def carrying_loop(method: FuncDef, field: str, api: TypeChecker) -> str | None:
    """Return the loop whose next carry is what a function or a method makes of the last; None if there is none.

    Other methods on the way leave the field as it is.
    """
    index, info = INDEX.of(api.tree), method.info
    classes = index.body.statements_of(ClassDef)
    if any(each.info and info in each.info.mro[1:] and method.name in each.info.names for each in classes):
        return None
    for call in index.body.expressions_of(CallExpr):
        loop = LOOPS.get(call.callee.fullname) if isinstance(call.callee, RefExpr) else None
        if loop is None or loop.name not in CARRY_POSITIONS or is_apart(call, api.tree):
            continue
        given = {name: value for value, name in bound(call, loop.parameters)}
        body, start = (given.get("f", given.get("body_fun")), given.get("init", given.get("init_val")))
        if body is None or start is None:
            continue
        step = _step(body, method, loop.name, api)
        if step is not None and _takes(*step, method, api):
            return loop.name
        if not info or not (
            _is_of_class(body, method) or (step is not None and Chain(method, field, api).makes(*step))
        ):
            continue
        made = certain_class(start, api) or _declared_class(start)
        if made is not None and info in made.mro:
            return loop.name
    return None


def _declared_class(start: Expression) -> TypeInfo | None:
    """Return the class that a variable is annotated with, of whose subclasses the module at hand tells."""
    variable = start.node if isinstance(start, NameExpr) else None
    if not isinstance(variable, Var) or variable.is_inferred:
        return None
    instance = sole_instance(variable.type)
    return None if instance is None else instance.type


def _is_of_class(body: Expression, method: FuncDef) -> bool:
    """Return whether the function of a loop is ``State.advanced``."""
    owner = class_named(body.expr) if isinstance(body, MemberExpr) else None
    is_named = isinstance(body, MemberExpr) and body.name == method.name
    return owner is not None and is_named and owner.get_method(method.name) is method


def _step(body: Expression, method: FuncDef, loop: str, api: TypeChecker) -> tuple[CallExpr, Var] | None:
    """Return the call that makes the next carry in the function of a loop, and the parameter that holds the last."""
    function = body if isinstance(body, LambdaExpr) else body.node if isinstance(body, NameExpr) else None
    if isinstance(body, MemberExpr) and (given := given_function(body, api)) is not None:
        function = given.definition
    if not isinstance(function, FuncDef | LambdaExpr) or len(parameters(function)) <= CARRY_POSITIONS[loop]:
        return None
    returned = returned_by(function.body.body)
    made = returned[0] if len(returned) == 1 else None
    if loop == "jax.lax.scan" and not _returns_pair(made, method):
        made = made.items[0] if isinstance(made, TupleExpr) and len(made.items) == 2 else None
    held = FLOW.of(api.tree).value_at(made) if isinstance(made, NameExpr) else made
    return (held, parameters(function)[CARRY_POSITIONS[loop]]) if isinstance(held, CallExpr) else None


def _takes(call: CallExpr, carry: Var, method: FuncDef, api: TypeChecker) -> bool:
    """Return whether a call gives the carry to the function, or to the method of another object."""
    if not any(_is(each, carry) for each in call.args):
        return False
    if method.info:
        return isinstance(call.callee, MemberExpr) and called_method(call.callee, api) is method
    return isinstance(call.callee, NameExpr) and call.callee.node is method


def _is(expression: Expression, variable: Var) -> bool:
    return isinstance(expression, NameExpr) and expression.node is variable


def _returns_pair(made: Expression | None, method: FuncDef) -> bool:
    """Return whether a call of the method is all that a function of a scan returns, as a pair."""
    results = returned_by(method.body.body)
    is_pair = all(isinstance(each, TupleExpr) and len(each.items) == 2 for each in results)
    return isinstance(made, CallExpr) and bool(results) and is_pair
