"""Keywords of a class whose base mypy cannot read, ``class Counter(Pytree, mutable=True)``."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import MethodSigContext
from mypy.types import FunctionLike

from ...syntax import INDEX
from ..starred_arguments import taking_anything

INIT_SUBCLASS: Final = "builtins.object.__init_subclass__"
"""The method that mypy asks about the keywords of a class statement where no base that it knows has another."""


def accept_keywords(ctx: MethodSigContext) -> FunctionLike:
    """Let a class statement give any keywords where the class has a base that mypy cannot read."""
    assert isinstance(ctx.api, TypeChecker)
    has_keywords = isinstance(ctx.context, CallExpr) and ctx.context.args
    definition = INDEX.of(ctx.api.tree).class_at(ctx.context) if has_keywords else None
    if definition is None or not definition.info.fallback_to_any:
        return ctx.default_signature
    return taking_anything(ctx.default_signature)
