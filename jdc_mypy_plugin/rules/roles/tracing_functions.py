"""The functions that a change of a static field stands in, and the transformation that calls them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, NamedTuple

from mypy.checker import TypeChecker
from mypy.nodes import (
    CallExpr,
    Context,
    Decorator,
    Expression,
    FuncDef,
    LambdaExpr,
    ListExpr,
    MemberExpr,
    NameExpr,
    RefExpr,
    TupleExpr,
)

from ...objects.kept_objects import class_of_object
from ...syntax import INDEX
from ...syntax.functions import parameters
from ...syntax.index import ModuleIndex
from ...syntax.names.flow import FLOW
from ...syntax.walk import descendants
from ...traced.eager_functions import is_apart
from ...traced.filtered_functions import BY, FILTER_JIT, is_jitted
from ...transformed.function_expressions import called_method, method_of
from ...transformed.transformations import LOOPS, maker, named
from ..transforms.changed_copies import what_is_replaced
from .carried_methods import CARRY_POSITIONS, carrying_loop
from .kept_shapes import KeptShapes
from .returned_objects import changes_again, returns_changed

CARRYING: Final = frozenset(CARRY_POSITIONS)
_JITS: Final = frozenset(("jax.jit", "jdc.jit", "jax_dataclasses.jit", BY))


class Traced(NamedTuple):
    """A function that a transformation calls."""

    by: str
    function: FuncDef | LambdaExpr


def tracing(call: Context, name: str, api: TypeChecker, *, leaks: bool) -> Traced | None:
    """Return the innermost function around a call, and what it is handed to; None where that is unknown.

    A tracer ``leaks`` from whatever traces the function, and whatever else calls it.
    """
    if not isinstance(call, Expression):
        return None
    index = INDEX.of(api.tree)
    lambdas = [each for each in index.body.expressions_of(LambdaExpr) if call in descendants(each)]
    innermost = lambdas[-1] if lambdas else FLOW.of(api.tree).function_over(call)
    by = None if innermost is None else _transformation_of(innermost, api, leaks=leaks)
    if by is None and isinstance(innermost, FuncDef):
        by = carrying_loop(innermost, name, api) or (None if leaks else _jit_returning(innermost, name, api))
    return None if innermost is None or by is None else Traced(by, innermost)


def _transformation_of(function: FuncDef | LambdaExpr, api: TypeChecker, *, leaks: bool) -> str | None:
    index = INDEX.of(api.tree)
    if isinstance(function, LambdaExpr):
        return _handed(function, index)
    for decorator in index.body.statements_of(Decorator):
        if decorator.func is function and is_jitted(decorator):
            return BY
        if decorator.func is function:
            made = [maker(each) for each in decorator.original_decorators]
            return next((by[0].name for by in made if by is not None), None)
    uses = [each for each in _uses(function, api) if not is_apart(each[0], api.tree)]
    found = {_handed(each, index) if is_certain else None for each, is_certain in uses}
    loops = sorted(CARRYING.intersection(found))  # which refuse the function, whatever else uses it
    if loops or not leaks:
        return loops[0] if loops else found.pop() if len(found) == 1 else None
    return min((each for each in found if each is not None), default=None)


def _uses(function: FuncDef, api: TypeChecker) -> Iterator[tuple[Expression, bool]]:
    """Yield where a function may have its name, and a method that of its object, and whether it is certain to be."""
    body = INDEX.of(api.tree).body
    if function.info:
        named = (each for each in body.expressions_of(MemberExpr) if each.name == function.name)
        yield from ((each, called_method(each, api) is function) for each in named)
    else:
        yield from ((each, True) for each in body.expressions_of(NameExpr) if each.node is function)


def _handed(function: Expression, index: ModuleIndex) -> str | None:
    """Return the transformation or loop that is given a function as an argument."""
    outer = index.parent(function)
    if isinstance(outer, ListExpr | TupleExpr):
        outer = index.parent(outer)
    if not isinstance(outer, CallExpr) or not isinstance(outer.callee, RefExpr) or outer.callee is function:
        return None
    by = named(outer.callee)
    loop = LOOPS.get(outer.callee.fullname)
    if outer.callee.fullname == FILTER_JIT:
        return BY
    return by.name if by is not None else loop.name if loop is not None else None


def _jit_returning(method: FuncDef, field: str, api: TypeChecker) -> str | None:
    """Return the jit whose function returns what a method makes of an object that it is given."""
    index, flow = INDEX.of(api.tree), FLOW.of(api.tree)
    for call in index.body.expressions_of(CallExpr) if method.info else ():
        callee = call.callee
        if not isinstance(callee, MemberExpr) or callee.name != method.name or not isinstance(callee.expr, NameExpr):
            continue
        owner, function = class_of_object(callee.expr, api), flow.function_over(call)
        if owner is None or function is None or method_of(owner, method.name, api) is not method:
            continue
        by = _transformation_of(function, api, leaks=False)
        if by not in _JITS or callee.expr.node not in parameters(function) or is_apart(call, api.tree):
            continue
        again = changes_again(callee.expr.node, field, call, function, index)
        if not again and _stays(callee.expr, function, api) and returns_changed(call, field, function, by, api.tree):
            return by
    return None


def _stays(given: NameExpr, function: FuncDef, api: TypeChecker) -> bool:
    """Return whether a function gives the data of an object that it is given no other shapes."""
    index = INDEX.of(api.tree)
    kept = KeptShapes(function, index, api.tree.fullname)
    copies = (each for each in index.inside(function).expressions_of(CallExpr) if what_is_replaced(each) is not None)
    return kept.keeps(given) and all(kept.keeps(argument) for each in copies for argument in each.args)
