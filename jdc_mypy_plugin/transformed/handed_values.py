"""Values that a call hands to a transformation of JAX, whatever they are.

Those of pytree dataclasses are `transform_arguments`; here the values are expressions alone, without their types.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, Expression, FuncDef, StarExpr
from mypy.plugin import FunctionContext, MethodContext

from ..syntax import INDEX
from ..syntax.arguments import bound
from .transform_arguments import Place, is_plain_name, reached, transformed_by_name
from .transformations import Loop, made_by


@dataclass(frozen=True, slots=True, eq=False)
class HandedValue:
    """A value that a transformation looks at."""

    transformation: str
    """The transformation's name, ``jax.jit`` say."""
    value: Expression
    decorated: FuncDef | None
    """The function that gets the value, where the transformation is its decorator."""
    api: TypeChecker


def handed_by_name(ctx: FunctionContext | MethodContext) -> Iterator[HandedValue]:
    """Yield the values in a call of a function by its name: of a decorated one, or of what a transformation made."""
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr) or not is_plain_name(call.callee):
        return
    transformed = transformed_by_name(call.callee, ctx.api)
    if transformed is None:
        return
    decorator = call.callee.node
    is_here = isinstance(decorator, Decorator) and INDEX.of(ctx.api.tree).position(decorator) is not None
    function = decorator.func if isinstance(decorator, Decorator) and is_here else transformed.function
    own = function if isinstance(decorator, Decorator) and isinstance(function, FuncDef) else None
    yield from _values(transformed.by.name, reached(transformed, call), own, ctx.api)


def handed_to_result(ctx: FunctionContext) -> Iterator[HandedValue]:
    """Yield the values in the call of what a call makes, as in ``jax.jit(f)(state)``."""
    made = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    call = INDEX.of(ctx.api.tree).parent(made) if isinstance(made, CallExpr) else None
    if not isinstance(made, CallExpr) or not isinstance(call, CallExpr) or call.callee is not made:
        return
    transformed = made_by(made)
    if transformed is not None:
        yield from _values(transformed.by.name, reached(transformed, call), None, ctx.api)


def handed_to_loop(ctx: FunctionContext, loop: Loop) -> Iterator[HandedValue]:
    """Yield the values that a call of ``jax.lax.scan`` or the like hands to its functions."""
    call = ctx.context
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(call, CallExpr) or any(kind.is_star() for kind in call.arg_kinds):
        return
    for value, name in bound(call, loop.parameters):
        how = loop.rest if name is None else loop.takes.get(name)
        if how is not None and not isinstance(value, StarExpr):
            yield HandedValue(loop.name, value, None, ctx.api)


def _values(name: str, places: Iterator[Place], decorated: FuncDef | None, api: TypeChecker) -> Iterator[HandedValue]:
    return (HandedValue(name, place.value, decorated, api) for place in places)
