"""Calls of ``init`` and ``apply`` of layers of flax.linen, which give their arguments to ``__call__``."""

from __future__ import annotations

from collections.abc import Callable

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from ..host.report import is_silent
from ..rules.asking import ask
from ..rules.places import ANNOTATED_CALL, AnnotatedCall


def check_arguments(ctx: MethodContext) -> Type:
    """Ask the rules about the arguments."""
    if not is_silent(ctx.api) and isinstance(ctx.context, CallExpr):
        assert isinstance(ctx.api, TypeChecker)
        ask(ANNOTATED_CALL, AnnotatedCall(ctx.context, ctx.api))
    return ctx.default_return_type


def arguments_before(feature: Callable[[MethodContext], Type]) -> Callable[[MethodContext], Type]:
    """Ask the rules about the arguments, then go on with another feature."""

    def both(ctx: MethodContext) -> Type:
        check_arguments(ctx)
        return feature(ctx)

    return both
