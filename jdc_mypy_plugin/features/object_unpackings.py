"""Items of objects of pytree dataclasses: ``position, velocity = state``, ``for each in state``, ``state["x"]``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import DictionaryComprehension, Expression, ForStmt, GeneratorExpr, IndexExpr
from mypy.plugin import MethodContext
from mypy.types import Type

from ..host.report import is_silent
from ..repairs.libraries.chex_methods import tell_added
from ..rules.asking import ask
from ..rules.places import ITEM_READ, ITERATION, ItemRead
from ..rules.sites import Iteration
from ..syntax import INDEX
from .array_operations import ask_of_unpacking


def check_unpacked(ctx: MethodContext) -> Type:
    """Ask about an object that is unpacked, or gone along: mypy looks for its ``__iter__``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        around = INDEX.of(ctx.api.tree).parent(ctx.context)
        ask_of_unpacking(ctx.context, around, ctx.api)
        if isinstance(around, ForStmt | GeneratorExpr | DictionaryComprehension):
            ask(ITERATION, Iteration(ctx.context, around, ctx.type, ctx.api))
    return tell_added(ctx)


def check_item(ctx: MethodContext) -> Type:
    """Ask about an item that is read by its key."""
    if not is_silent(ctx.api) and isinstance(ctx.context, IndexExpr):
        assert isinstance(ctx.api, TypeChecker)
        ask(ITEM_READ, ItemRead(ctx.context, ctx.type, ctx.api))
    return tell_added(ctx)
