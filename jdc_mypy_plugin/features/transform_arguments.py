"""Calls that hand an object of a pytree dataclass to a transformation of JAX.

mypy names no function for a call such as ``jax.jit(f)(state)``, so that is looked at where ``jax.jit(f)`` is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr, Decorator, RefExpr, SymbolNode, Var
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from ..host.attempts import outside_attempts
from ..host.report import is_silent, module_of
from ..repairs.transforms.mapped_trees import eval_shape
from ..repairs.transforms.same_trees import type_loop
from ..repairs.transforms.transformed_functions import keep_result
from ..rules.asking import ask
from ..rules.hashed_functions import hashed_functions
from ..rules.places import (
    GRADIENT_FUNCTION,
    HANDED,
    HASHED_FUNCTION,
    LOOP,
    TRACED_FUNCTION,
    TRANSFORM_ARGUMENT,
    TRANSFORMED,
    Loop,
    Transformed,
)
from ..syntax.failures.expected_failures import is_expected_to_fail
from ..traced.eager_functions import is_apart, is_without_jit
from ..traced.filtered_functions import filtered_functions, mapped_functions
from ..traced.functions import TracedFunction, functions_of_loop, traced_functions
from ..traced.gradient_functions import gradient_functions
from ..traced.nnx_functions import nnx_functions
from ..transformed.handed_values import HandedValue, handed_by_name, handed_to_loop, handed_to_result
from ..transformed.transform_arguments import (
    TransformArgument,
    of_loop,
    of_name,
    of_parameters,
    of_receiver,
    of_result,
)
from ..transformed.transformations import EVAL_SHAPE, LOOPS
from .array_operations import check_mapped, check_transformed
from .jitted_functions import ask_of_call

CALLS: tuple[str, ...] = (
    "jax._src.custom_derivatives.custom_vjp.__call__",
    "jax._src.custom_derivatives.custom_jvp.__call__",
    "jax._src.pjit.JitWrapped.__call__",
    "jax._src.stages.Wrapped.__call__",
    "jax.stages.Wrapped.__call__",
)
"""Methods that call a transformed function."""

FunctionFeature = Callable[[FunctionContext], Type]
MethodFeature = Callable[[MethodContext], Type]


def before(feature: FunctionFeature) -> FunctionFeature:
    """Ask the rules about the call of a transformation, then go on with another feature."""

    def ask_first(ctx: FunctionContext) -> Type:
        if _is_asked(ctx):
            for function in (*traced_functions(ctx), *nnx_functions(ctx)):
                ask(TRACED_FUNCTION, function)
            _ask_of_gradients(ctx)
            _ask_of_hashed(ctx)
            _ask(of_parameters(ctx))
            _ask(of_result(ctx))
            _ask_of_values(handed_to_result(ctx))
            if isinstance(ctx.context, CallExpr):
                assert isinstance(ctx.api, TypeChecker)
                ask(TRANSFORMED, Transformed(ctx.context, ctx.api))
            check_transformed(ctx)
        return feature(ctx)

    return ask_first


def check_transformation(ctx: FunctionContext) -> Type:
    """Ask the rules about what is handed to a function under a transformation."""
    return before(_default)(ctx)


def check_filtered(ctx: FunctionContext) -> Type:
    """Ask the rules about what `equinox.filter_jit` hands to a function."""
    _ask_of_filtered(ctx, filtered_functions)
    _ask_of_outer(ctx)
    return ctx.default_return_type


def check_filter_vmap(ctx: FunctionContext) -> Type:
    """Ask the rules about what `equinox.filter_vmap` hands to a function."""
    _ask_of_filtered(ctx, mapped_functions)
    assert isinstance(ctx.api, TypeChecker)
    if _is_asked(ctx) and isinstance(ctx.context, CallExpr):
        with outside_attempts(ctx.api.errors):
            ask(TRANSFORMED, Transformed(ctx.context, ctx.api))
    check_mapped(ctx)
    return keep_result(ctx)


def before_filtered(feature: FunctionFeature) -> FunctionFeature:
    """Ask the rules about the function that a derivative of equinox is given, then go on with another feature."""

    def ask_first(ctx: FunctionContext) -> Type:
        assert isinstance(ctx.api, TypeChecker)
        if _is_asked(ctx):
            with outside_attempts(ctx.api.errors):
                _ask_of_gradients(ctx)
                check_transformed(ctx)
        return feature(ctx)

    return ask_first


def _ask_of_gradients(ctx: FunctionContext) -> None:
    for function in gradient_functions(ctx):
        ask(GRADIENT_FUNCTION, function)


def check_nnx_jit(ctx: FunctionContext) -> Type:
    """Ask the rules about what `flax.nnx.jit` hands to a function."""
    _ask_of_filtered(ctx, nnx_functions)
    _ask_of_outer(ctx)
    return ctx.default_return_type


def _ask_of_outer(ctx: FunctionContext) -> None:
    """Ask about the call of what an overloaded transformation returns."""
    assert isinstance(ctx.api, TypeChecker)
    if _is_asked(ctx):
        with outside_attempts(ctx.api.errors):
            check_transformed(ctx)


def _ask_of_filtered(ctx: FunctionContext, find: Callable[[FunctionContext], Iterable[TracedFunction]]) -> None:
    """Ask about functions under what is overloaded: in an attempt, a report would rule the variant out."""
    assert isinstance(ctx.api, TypeChecker)
    if _is_asked(ctx):
        with outside_attempts(ctx.api.errors):
            for function in find(ctx):
                ask(TRACED_FUNCTION, function)


def check_loop(ctx: FunctionContext, fullname: str) -> Type:
    """Ask the rules about what ``jax.lax.scan`` and its relatives hand to their functions; type what they return."""
    if _is_asked(ctx):
        for function in functions_of_loop(ctx, fullname):
            ask(TRACED_FUNCTION, function)
        _ask_of_hashed(ctx)
        _ask(of_loop(ctx, LOOPS[fullname]))
        _ask_of_values(handed_to_loop(ctx, LOOPS[fullname]))
        if isinstance(ctx.context, CallExpr) and not is_without_jit(ctx.context, module_of(ctx.api)):
            assert isinstance(ctx.api, TypeChecker)
            ask(LOOP, Loop(ctx.context, LOOPS[fullname].name, ctx.api))
    return type_loop(ctx, fullname)


def check_eval_shape(ctx: FunctionContext) -> Type:
    """Ask the rules about what `jax.eval_shape` hands to its function, and give its result a type."""
    if not is_silent(ctx.api):
        _ask(of_loop(ctx, EVAL_SHAPE))
    return eval_shape(ctx)


def check_call(ctx: FunctionContext | MethodContext) -> Type:
    """Ask the rules about a call of a transformed function by its name."""
    if not is_silent(ctx.api):
        _ask(of_name(ctx))
        _ask_of_values(handed_by_name(ctx))
        if isinstance(ctx.context, CallExpr) and isinstance(ctx.context.callee, RefExpr):
            assert isinstance(ctx.api, TypeChecker)
            ask_of_call(ctx.context, None, ctx.api)
    return ctx.default_return_type


def method_first(feature: MethodFeature) -> MethodFeature:
    """Ask the rules about the object that a transformed method is called on, then go on with another feature."""

    def ask_first(ctx: MethodContext) -> Type:
        if not is_silent(ctx.api) and not is_expected_to_fail(ctx.context, module_of(ctx.api)):
            _ask(of_receiver(ctx))
        return feature(ctx)

    return ask_first


def may_be_transformed(node: SymbolNode | None) -> bool:
    """Return whether a name may stand for what a transformation makes of a function."""
    return isinstance(node, Decorator | Var)


def _is_asked(ctx: FunctionContext) -> bool:
    """Return whether the rules are asked about a transformation: not about one that is expected to fail.

    The arguments of such a one are no mistake anywhere else.
    """
    return not is_silent(ctx.api) and not is_expected_to_fail(ctx.context, module_of(ctx.api))


def _ask_of_hashed(ctx: FunctionContext) -> None:
    for hashed in hashed_functions(ctx):
        ask(HASHED_FUNCTION, hashed)


def _ask(sites: Iterable[TransformArgument]) -> None:
    for site in sites:
        if not is_apart(site.node, site.api.tree):
            ask(TRANSFORM_ARGUMENT, site)


def _ask_of_values(values: Iterable[HandedValue]) -> None:
    for value in values:
        if not is_apart(value.value, value.api.tree):
            ask(HANDED, value)


def _default(ctx: FunctionContext) -> Type:
    return ctx.default_return_type
