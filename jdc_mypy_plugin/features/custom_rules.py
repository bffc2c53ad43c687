"""``f.defvjp(fwd, bwd)``, which mypy types by what the functions say: without annotations it says nothing of them."""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import CallExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from ..rules.asking import ask
from ..rules.places import CUSTOM_RULES, CustomRules

DEFINING: Final = "jax._src.custom_derivatives.custom_vjp.defvjp"


def check_defined(ctx: MethodContext) -> Type:
    """Ask the rules about the functions that compute the derivative of another."""
    if isinstance(ctx.api, TypeChecker) and isinstance(ctx.context, CallExpr):
        ask(CUSTOM_RULES, CustomRules(ctx.context, ctx.api))
    return ctx.default_return_type
