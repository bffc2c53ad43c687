"""Transformations of JAX: calls that take a function and return one, and maps over trees.

Most are declared to take and return anything, so that no checker sees what comes out of them.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping
from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Context, Decorator, Expression, RefExpr
from mypy.plugin import FunctionContext, MethodContext, Plugin
from mypy.plugins.default import DefaultPlugin
from mypy.types import Type

from ..evaluate.calls.gradients import JACOBIANS
from ..libraries.definition import applied_by_partial
from ..libraries.other_names import meant
from ..repairs.libraries.partial_decorators import apply_decorator
from ..repairs.transforms.derivatives import return_jacobian
from ..repairs.transforms.mapped_trees import map_tree
from ..repairs.transforms.transformed_functions import keep_function, keep_signature, return_gradient
from ..rules.asking import ask
from ..rules.places import TREE_MAP, TreeMap
from .array_operations import check_call, check_jacobian
from .class_definitions import check_partial
from .jitted_functions import check_named_partial as check_jitted
from .pure_calls import check_tree_map
from .registrations import check_partial_registration
from .transform_arguments import check_transformation

PARTIAL_CALL: Final = "functools.partial.__call__"

_OF_PARTIALS: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    **dict.fromkeys(("jax._src.ad_checkpoint.checkpoint", "jax._src.ad_checkpoint.remat"), keep_function),
    **dict.fromkeys(("jax._src.api.pmap", "jax._src.pmap.pmap"), keep_function),
    "jax._src.shard_map.shard_map": keep_function,
    "jax._src.api.grad": functools.partial(return_gradient, with_value=False),
    "jax._src.api.value_and_grad": functools.partial(return_gradient, with_value=True),
    "flax.nnx.transforms.autodiff.grad": functools.partial(return_gradient, with_value=False, of_state=True),
    "flax.nnx.transforms.autodiff.value_and_grad": functools.partial(return_gradient, with_value=True, of_state=True),
}
"""Functions of which `functools.partial` keeps no type either: JAX declares that they return any callable."""


def check_and_type_jacobian(ctx: FunctionContext, times: int) -> Type:
    """Ask the rules about what becomes of ``jax.jacfwd(f)(x)``, and give its result a type."""
    check_jacobian(ctx)
    return return_jacobian(ctx, times=times)


RESULTS: Final[Mapping[str, Callable[[FunctionContext], Type]]] = {
    "jax._src.api.vmap": keep_function,
    **{name: functools.partial(check_and_type_jacobian, times=times) for name, times in JACOBIANS.items()},
    **_OF_PARTIALS,
}
"""Functions of JAX by full name, with what gives their result its type."""


def call_partial(ctx: MethodContext) -> Type:
    """Type ``functools.partial(jax.jit, ...)(f)``, every other partial as mypy does; judge a class under one."""
    _check_named_partial(ctx)
    check_partial(ctx)
    check_call(ctx)
    check_partial_registration(ctx)
    by_mypy = _mypy_itself(ctx).get_method_hook(PARTIAL_CALL)
    typed = ctx if by_mypy is None else ctx._replace(default_return_type=by_mypy(ctx))
    kept = keep_signature(typed)
    if kept is typed.default_return_type:
        kept = _transformed(typed)
    return kept if kept is not typed.default_return_type else apply_decorator(ctx, kept)


def _transformed(ctx: MethodContext) -> Type:
    """Return the type of ``functools.partial(jax.checkpoint, ...)(f)``, of whose function JAX says nothing."""
    partial = _called(ctx.context)
    function = None if partial is None else applied_by_partial(partial)
    feature = _OF_PARTIALS.get(getattr(function, "fullname", None) or "")
    if feature is None or not isinstance(partial, CallExpr) or any(ctx.args[1:]) or None in partial.arg_names[1:]:
        return ctx.default_return_type
    settings = partial.args[1:]
    whole = FunctionContext(
        arg_types=[ctx.arg_types[0], *([] for _ in settings)],
        arg_kinds=[ctx.arg_kinds[0], *([kind] for kind in partial.arg_kinds[1:])],
        callee_arg_names=["fun", *partial.arg_names[1:]],
        arg_names=[ctx.arg_names[0], *([name] for name in partial.arg_names[1:])],
        default_return_type=ctx.default_return_type,
        args=[ctx.args[0], *([setting] for setting in settings)],
        context=ctx.context,
        api=ctx.api,
    )
    return feature(whole)


def _called(at: Context) -> Expression | None:
    """Return what a call calls, or a decorator."""
    if isinstance(at, CallExpr):
        return at.callee
    return at.original_decorators[-1] if isinstance(at, Decorator) and at.original_decorators else None


def _check_named_partial(ctx: MethodContext) -> None:
    """Ask the rules about a function under ``fast``, where ``fast = functools.partial(jax.jit, ...)``."""
    named = _called(ctx.context)
    partial = meant(named) if isinstance(named, RefExpr) else None
    if isinstance(partial, CallExpr):
        given = FunctionContext(*(getattr(ctx, name) for name in FunctionContext._fields))
        check_transformation(given)
        check_jitted(given, partial)


def check_and_type_tree_map(ctx: FunctionContext) -> Type:
    """Ask the rules about `jax.tree.map`, and give its result a type."""
    check_tree_map(ctx)
    if isinstance(ctx.context, CallExpr):
        assert isinstance(ctx.api, TypeChecker)
        ask(TREE_MAP, TreeMap(ctx.context, ctx.api))
    return map_tree(ctx)


@functools.cache
def _of_options(options: object) -> Plugin:
    return DefaultPlugin(options)  # type: ignore[arg-type]


def _mypy_itself(ctx: MethodContext) -> Plugin:
    return _of_options(ctx.api.options)
