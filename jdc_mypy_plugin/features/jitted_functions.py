"""Functions under ``jit``.

No checker reads the markers of their parameters, and mypy loses what a jitted function has besides its signature.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence

from mypy.checker import TypeChecker
from mypy.nodes import ArgKind, CallExpr, Expression, TypeInfo
from mypy.options import Options
from mypy.plugin import AttributeContext, FunctionContext, Plugin
from mypy.plugins.default import DefaultPlugin
from mypy.types import Type

from ..host.report import is_silent
from ..libraries.definition import PARTIAL
from ..repairs.transforms.jit import JIT, add_stages
from ..repairs.transforms.replaced_methods import accept_assignment
from ..repairs.transforms.transformed_functions import keep_signature
from ..rules.asking import ask
from ..rules.places import JITTED_CALL, JITTED_FUNCTION
from ..syntax import INDEX
from ..traced.eager_functions import is_apart
from ..transformed.jitted_calls import jitted_call
from ..transformed.jitted_functions import jitted, jitted_by_named_partial, jitted_by_partial
from ..typefacts.instances import sole_instance
from ..typefacts.jitted_types import is_jitted_type


def check_jit(ctx: FunctionContext, fullname: str) -> Type:
    """Ask the rules about the function that a call of ``jit`` jits."""
    if not is_silent(ctx.api):
        ask(JITTED_FUNCTION, jitted(ctx, fullname))
    return add_stages(ctx) if fullname == JIT else keep_signature(ctx)


def check_method_read(ctx: AttributeContext) -> Type:
    """Ask the rules about the call of a method that another module jits: mypy asks no plugin about it."""
    assert isinstance(ctx.api, TypeChecker)
    read, owner = ctx.context, sole_instance(ctx.type)
    call = INDEX.of(ctx.api.tree).parent(read) if isinstance(read, Expression) else None
    if isinstance(call, CallExpr) and call.callee is read and owner is not None and not is_silent(ctx.api):
        ask_of_call(call, owner.type, ctx.api)
    return accept_assignment(ctx)


def ask_of_call(call: CallExpr, owner: TypeInfo | None, api: TypeChecker) -> None:
    """Ask the rules about a call, if another module jits what it calls."""
    found = jitted_call(call, owner, api)
    if found is not None and not is_apart(call, api.tree):
        ask(JITTED_CALL, found)


def check_named_partial(ctx: FunctionContext, partial: CallExpr) -> None:
    """Ask the rules about the function that a name for a partial of ``jit`` jits."""
    if not is_silent(ctx.api):
        ask(JITTED_FUNCTION, jitted_by_named_partial(ctx, partial))


def check_partial(ctx: FunctionContext) -> Type:
    """Ask the rules about the function under ``@functools.partial(jax.jit, ...)``; type the partial as mypy does.

    mypy takes ``**settings`` for all the arguments that are left, of functions of any kind; but without the plugin it
    does not know what jitted functions take.
    """
    if not is_silent(ctx.api):
        ask(JITTED_FUNCTION, jitted_by_partial(ctx))
    if ctx.arg_types[0] and is_jitted_type(ctx.arg_types[0][0]) and any(map(_has_stars, ctx.arg_kinds)):
        return ctx.default_return_type
    by_mypy = _mypy_itself(ctx.api.options).get_function_hook(PARTIAL)
    return ctx.default_return_type if by_mypy is None else by_mypy(ctx)


def _has_stars(kinds: Sequence[ArgKind]) -> bool:
    return any(kind.is_star() for kind in kinds)


@functools.cache
def _mypy_itself(options: Options) -> Plugin:
    return DefaultPlugin(options)
