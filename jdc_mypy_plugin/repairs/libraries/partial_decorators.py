"""Functions under ``@functools.partial(nnx.jit, ...)``, a partial of what also works as ``@nnx.jit(...)``.

mypy takes the partial of such an overloaded function for the decorator that the keywords alone make, and the function
under it for what that decorator would take. It chooses the overload before it sees the function, and may choose one
that the keywords do not fit: the first of ``equinox.filter_value_and_grad`` under ``has_aux=True``.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import ARG_NAMED, ARG_POS, CallExpr, Context, Decorator, Expression
from mypy.plugin import MethodContext
from mypy.types import CallableType, Overloaded, ProperType, Type

from ...host.known_types import known_type
from ...libraries.definition import applied_by_partial


def apply_decorator(ctx: MethodContext, made: Type) -> Type:
    """Return the type of ``functools.partial(decorator, ...)(f)``, ``made`` where that is not a decorator."""
    decorator = known_type(made)
    assert isinstance(ctx.api, TypeChecker)
    partial = _applied(ctx.context)
    given = ctx.args[0] if ctx.args and ctx.arg_kinds[0] == [ARG_POS] else []
    if partial is None or not given or not isinstance(decorator, CallableType) or not _takes_one(decorator):
        return made
    if not _makes_decorators(known_type(ctx.api.lookup_type_or_none(partial.args[0]))):
        return made
    decorated = known_type(ctx.arg_types[0][0])
    if isinstance(decorated, CallableType) and decorated.implicit:
        return decorated
    whole = _at_once(partial, given[0], ctx)
    if whole is not None:
        return whole
    with ctx.api.msg.filter_errors() as errors:
        result, _ = ctx.api.expr_checker.check_call(decorator, given, [ARG_POS], ctx.context)
    return made if errors.has_new_errors() else result


def _at_once(partial: CallExpr, decorated: Expression, ctx: MethodContext) -> Type | None:
    """Return the type of ``decorator(f, ...)`` with the keywords of the partial; None where mypy refuses the call."""
    assert isinstance(ctx.api, TypeChecker)
    function = known_type(ctx.api.lookup_type(partial.args[0]))
    arguments, kinds, names = [decorated, *partial.args[1:]], [ARG_POS, *partial.arg_kinds[1:]], partial.arg_names
    if len(arguments) == 1 or not all(kind is ARG_NAMED for kind in kinds[1:]):
        return None
    with ctx.api.msg.filter_errors() as errors:
        result, _ = ctx.api.expr_checker.check_call(function, arguments, kinds, ctx.context, names)
    return None if errors.has_new_errors() else result


def _applied(context: Context) -> CallExpr | None:
    """Return the partial that a call or a decorator applies."""
    partial = context.callee if isinstance(context, CallExpr) else None
    if isinstance(context, Decorator) and context.original_decorators:
        partial = context.original_decorators[-1]
    is_one = partial is not None and applied_by_partial(partial) is not None
    return partial if is_one and isinstance(partial, CallExpr) else None


def _takes_one(function: CallableType) -> bool:
    return len(function.arg_kinds) == 1 and function.arg_kinds[0].is_positional()


def _makes_decorators(function: ProperType | None) -> bool:
    """Return whether a function takes keywords and makes a decorator, or takes the function to decorate besides."""
    if not isinstance(function, Overloaded):
        return False
    makers = [each for each in function.items if not any(kind.is_positional() for kind in each.arg_kinds)]
    made = [known_type(each.ret_type) for each in makers]
    appliers = [each for each in function.items if each not in makers]
    return bool(appliers) and any(isinstance(each, CallableType) and _takes_one(each) for each in made)
