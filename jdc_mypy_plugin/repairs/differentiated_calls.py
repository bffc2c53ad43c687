"""Results of `jax.jvp`, `jax.vjp` and `jax.linearize`, which differentiate a function where they are called.

JAX declares the value, the tangents and the gradients to be anything.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS
from mypy.plugin import FunctionContext
from mypy.types import AnyType, CallableType, TupleType, Type, TypeOfAny

from ..host.known_types import known_type
from .leaf_types import gradient_type

_ANY: Final = AnyType(TypeOfAny.special_form)


def _push_forward(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.jvp(f, primals, tangents)``: the value, and a tangent like it."""
    value = None if _given(ctx, "has_aux") else _value(ctx)
    if value is None:
        return ctx.default_return_type
    return TupleType([value, value], ctx.api.named_generic_type("builtins.tuple", [_ANY]))


def _pull_back(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.vjp(f, *primals)``, whose second item returns a gradient for each primal."""
    made, place = known_type(ctx.default_return_type), ctx.callee_arg_names.index("primals")
    if not isinstance(made, TupleType) or any(kind is not ARG_POS for kind in ctx.arg_kinds[place]):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    gradients = [gradient_type(each, ctx.api) for each in ctx.arg_types[place]]
    return with_function(made, TupleType(gradients, ctx.api.named_generic_type("builtins.tuple", [_ANY])))


def _linearize(ctx: FunctionContext) -> Type:
    """Return the type of ``jax.linearize(f, *primals)``: the value, and a function that returns a tangent like it."""
    made = known_type(ctx.default_return_type)
    value = None if _given(ctx, "has_aux") else _value(ctx)
    if value is None or not isinstance(made, TupleType):
        return ctx.default_return_type
    items = [value, *made.items[1:]]
    typed = made.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    return with_function(typed, value)


DIFFERENTIATED: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    "jax._src.api.jvp": _push_forward,
    "jax._src.api.vjp": _pull_back,
    "jax._src.api.linearize": _linearize,
}
"""By full name."""


def with_function(made: TupleType, result: Type) -> TupleType:
    """Return the type of a tuple whose second item, a function, returns this."""
    function = known_type(made.items[1])
    if not isinstance(function, CallableType):
        return made
    returning = function.copy_modified(ret_type=result)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
    items = [made.items[0], returning, *made.items[2:]]
    return made.copy_modified(items=items)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _given(ctx: FunctionContext, parameter: str) -> bool:
    return parameter in ctx.callee_arg_names and bool(ctx.args[ctx.callee_arg_names.index(parameter)])


def _value(ctx: FunctionContext) -> Type | None:
    """Return what the function returns in a trace; None where it is unknown."""
    types = ctx.arg_types[0] if ctx.arg_types else []
    function = known_type(types[0]) if len(types) == 1 else None
    if not isinstance(function, CallableType) or function.variables or function.is_type_obj():
        return None
    assert isinstance(ctx.api, TypeChecker)
    value = gradient_type(function.ret_type, ctx.api)
    return None if isinstance(value, AnyType) else value
