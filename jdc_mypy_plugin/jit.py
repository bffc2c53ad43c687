"""Methods under ``jdc.jit`` whose signature mentions ``Self``.

mypy turns ``Self`` into a type variable of the method, and leaves it free when a decorator stores the signature in
a class: binding such a method to its object is done here.
"""

from __future__ import annotations

from typing import Final

from mypy.expandtype import expand_type
from mypy.plugin import MethodContext
from mypy.types import Instance, Parameters, Type, TypeVarType, get_proper_type

JIT_GET: Final = "jdc_runtime.JitFunction.__get__"


def bind_self(ctx: MethodContext) -> Type:
    """Bind ``JitFunction[[self: Self, ...], Self]`` to the object that the method is read from."""
    function = get_proper_type(ctx.type)
    owner = get_proper_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    if not isinstance(function, Instance) or not isinstance(owner, Instance | TypeVarType):
        return ctx.default_return_type
    parameters = get_proper_type(function.args[0])
    if (
        not isinstance(parameters, Parameters)
        or not parameters.arg_types
        or not parameters.arg_kinds[0].is_positional()
    ):
        return ctx.default_return_type
    own = get_proper_type(parameters.arg_types[0])
    if not isinstance(own, TypeVarType):
        return ctx.default_return_type
    rest = parameters.copy_modified(  # pyright: ignore[reportUnknownMemberType] - untyped defaults
        arg_types=parameters.arg_types[1:],
        arg_kinds=parameters.arg_kinds[1:],
        arg_names=parameters.arg_names[1:],
    )
    env = {own.id: ctx.arg_types[0][0]}
    bound = [expand_type(rest, env), expand_type(function.args[1], env)]
    return function.copy_modified(args=bound)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
