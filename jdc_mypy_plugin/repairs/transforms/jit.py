"""Methods under ``jdc.jit``.

A method whose receiver is called ``self`` keeps its type, a function's. That has no ``lower``, ``trace``,
``eval_shape`` and ``clear_cache``; they are added here, in the class that mypy falls back to for a function's
attributes. Methods with another receiver become a `JitFunction`. mypy turns ``Self`` in their signature into a type
variable of the method and leaves it free in a class, so such a method is bound to its object here.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.expandtype import expand_type
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Instance, Parameters, Type, TypeVarType

from ...host.known_types import known_type

JIT: Final = "jdc_runtime.jit"
JIT_GET: Final = "jdc_runtime.JitFunction.__get__"
JIT_DECORATORS: Final = frozenset(("jdc_runtime._JitDecorator.__call__", "jdc_runtime._AutoStatic.__call__"))
_METHOD: Final = "jdc_runtime.JitMethod"
_JITTED: Final = frozenset(("jax.stages.Wrapped", "jax._src.stages.Wrapped", "jdc_runtime.JitFunction"))


def add_stages(ctx: FunctionContext | MethodContext) -> Type:
    """Let a jitted method have what a jitted function has."""
    method = known_type(ctx.default_return_type)
    if not isinstance(method, CallableType) or not isinstance(ctx.api, TypeChecker):
        return ctx.default_return_type
    if not isinstance(ctx, FunctionContext) and not _jits(known_type(ctx.type)):
        return ctx.default_return_type
    fallback = ctx.api.named_generic_type(_METHOD, [])
    return method.copy_modified(fallback=fallback)  # pyright: ignore[reportUnknownMemberType] - untyped defaults


def _jits(decorator: Type) -> bool:
    """Return whether what is called is `jit` with keywords, or `auto_static` of something that jits."""
    if not isinstance(decorator, Instance):
        return False
    if not decorator.args:
        return True
    wrapped = known_type(decorator.args[0])
    return isinstance(wrapped, Instance) and any(base.fullname in _JITTED for base in wrapped.type.mro)


def bind_self(ctx: MethodContext) -> Type:
    """Bind ``JitFunction[[self: Self, ...], Self]`` to the object that the method is read from."""
    function = known_type(ctx.type)
    owner = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if (
        not isinstance(ctx.api, TypeChecker)
        or not isinstance(function, Instance)
        or not isinstance(owner, Instance | TypeVarType)
    ):
        return ctx.default_return_type
    parameters = known_type(function.args[0])
    if (
        not isinstance(parameters, Parameters)
        or not parameters.arg_types
        or not parameters.arg_kinds[0].is_positional()
    ):
        return ctx.default_return_type
    own = known_type(parameters.arg_types[0])
    if not isinstance(own, TypeVarType):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    env = {own.id: ctx.arg_types[0][0]}
    return CallableType(
        arg_types=[expand_type(part, env) for part in parameters.arg_types[1:]],
        arg_kinds=parameters.arg_kinds[1:],
        arg_names=parameters.arg_names[1:],
        ret_type=expand_type(function.args[1], env),
        fallback=ctx.api.named_generic_type("builtins.function", []),
    )
