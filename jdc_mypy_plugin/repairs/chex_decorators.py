"""``chex.assert_max_traces``, which says nothing of its result: the function that it is given, or a decorator."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import ARG_POS, CallExpr, Decorator
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, CallableType, FunctionLike, Type, TypeOfAny, TypeVarId, TypeVarType

from ..host.known_types import known_type
from ..host.mypy_errors import UNTYPED_DECORATOR, take_back
from ..syntax.names.imported_names import as_imported
from .untyped_calls import accept_untyped

MAX_TRACES: Final = "chex._src.asserts.assert_max_traces"
_IMPORTED: Final = "chex.assert_max_traces"


def keep_decorated(ctx: FunctionContext) -> Type:
    """Return the type of ``chex.assert_max_traces(f, n=1)``, that of ``f``, or of ``chex.assert_max_traces(n=1)``."""
    accept_untyped(ctx)
    if not isinstance(known_type(ctx.default_return_type), AnyType):
        return ctx.default_return_type
    assert isinstance(ctx.api, TypeChecker)
    given = known_type(ctx.arg_types[0][0]) if ctx.arg_types and ctx.arg_types[0] else None
    return given if isinstance(given, FunctionLike) else _identity(ctx.api)


def counted_function(ctx: FunctionContext | MethodContext) -> CallableType | None:
    """Return the type of a function under ``@chex.assert_max_traces`` alone, where mypy does not follow chex.

    The error of ``--strict`` at the decorator is dropped.
    """
    assert isinstance(ctx.api, TypeChecker)
    decorators = ctx.context.decorators if isinstance(ctx.context, Decorator) else []
    if len(decorators) != 2 or not isinstance(ctx.context, Decorator):
        return None
    inner, given = decorators[1], known_type(ctx.context.func.type)
    named = inner.callee if isinstance(inner, CallExpr) else inner
    if as_imported(named, ctx.api.tree) != _IMPORTED or not isinstance(given, CallableType):
        return None
    take_back(UNTYPED_DECORATOR, inner, ctx.api)
    return given


def _identity(api: TypeChecker) -> CallableType:
    """Return the type of a decorator that leaves a function as it is."""
    anything = AnyType(TypeOfAny.from_omitted_generics)
    same = TypeVarType(
        "_F",
        f"{MAX_TRACES}._F",
        TypeVarId(-1, namespace=MAX_TRACES),
        [],
        api.named_generic_type("builtins.object", []),
        anything,
    )
    fallback = api.named_generic_type("builtins.function", [])
    return CallableType([same], [ARG_POS], [None], same, fallback, variables=[same])
