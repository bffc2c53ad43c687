"""Calls that say which function applies a tree."""

from __future__ import annotations

import contextlib
from collections.abc import Generator, Iterator

from mypy.checker import TypeChecker
from mypy.nodes import Decorator, DictExpr, Expression, FuncDef
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from ...host.diagnostics import Diagnostic
from ...structure.exported_names import APPLY, ORGANIZER, TREE
from ...structure.init_apply_pairs import PAIRS
from ...structure.references import branches, function_named
from ...structure.written_trees import apply_of
from ..asking import tell
from .signatures import check_signature
from .static_writes import check_organizer, check_plain


def check_function(ctx: FunctionContext, name: str) -> None:
    """Judge the call of a function that `jdc_runtime.structure` exports under a name."""
    if name in (APPLY, ORGANIZER):
        tell(ctx.api, _check_decorated(ctx))
    elif name == TREE:
        with _heard(ctx.api):
            tell(ctx.api, check_call(ctx, "apply"))
    else:
        tell(ctx.api, _check_literals(ctx))


def _check_decorated(ctx: FunctionContext) -> Iterator[Diagnostic]:
    """Judge a function under ``organized_apply``, or one that makes an organizer of the tree that it applies."""
    assert isinstance(ctx.api, TypeChecker)
    pairs = PAIRS.of(ctx.api.tree)
    for found in pairs.of_function.values():
        at_decorator = isinstance(ctx.context, Decorator) and found.function is ctx.context.func
        at_maker = found.maker is not None and found.maker is ctx.context
        if (at_decorator or at_maker) and _is_checked(found.function, ctx.api):
            yield from check_organizer(found, pairs)


def check_call(ctx: FunctionContext | MethodContext, parameter: str) -> Iterator[Diagnostic]:
    """Judge the function that a call puts into a tree: its type, and where it is written in this module, its body."""
    for name, types, values in zip(ctx.callee_arg_names, ctx.arg_types, ctx.args, strict=True):
        if name == parameter and len(values) == 1:
            yield from _check(values[0], types[0], ctx)


@contextlib.contextmanager
def _heard(api: object) -> Generator[None]:
    """Let mypy hear what is reported where it infers the type of a `TypedDict` made, and drops its own errors."""
    assert isinstance(api, TypeChecker)
    watcher = next(api.errors.get_watchers(), None)
    if watcher is None:
        yield
        return
    before = watcher._filter  # pyright: ignore[reportPrivateUsage] - there is no other hook for such a dict
    watcher._filter = False  # pyright: ignore[reportPrivateUsage]
    try:
        yield
    finally:
        watcher._filter = before  # pyright: ignore[reportPrivateUsage]


def _check_literals(ctx: FunctionContext) -> Iterator[Diagnostic]:
    """Judge the functions in trees that are written as dicts in a call, as in ``fill_tree({"apply": f})``."""
    assert isinstance(ctx.api, TypeChecker)
    for value in (item for values in ctx.args for item in values if isinstance(item, DictExpr)):
        applied = apply_of(value)
        function = function_named(applied)
        if applied is not None and function is not None and function.type is not None:
            yield from _check(applied, function.type, ctx, returns=True)


def _check(
    value: Expression, kind: Type, ctx: FunctionContext | MethodContext, *, returns: bool = False
) -> Iterator[Diagnostic]:
    assert isinstance(ctx.api, TypeChecker)
    yield from check_signature(kind, value, returns=returns)
    written = PAIRS.of(ctx.api.tree).written
    for reference in branches(value):
        function = function_named(reference)
        if function is not None and function in written and _is_checked(function, ctx.api):
            yield from check_plain(function)


def _is_checked(function: FuncDef, api: TypeChecker) -> bool:
    """Return whether mypy looks into a function: not where it has no annotations."""
    return api.options.check_untyped_defs or not function.is_dynamic()
