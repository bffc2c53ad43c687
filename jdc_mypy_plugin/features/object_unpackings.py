"""Objects of pytree dataclasses that an assignment unpacks, ``position, velocity = state``."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.nodes import Expression
from mypy.plugin import MethodContext
from mypy.types import Type

from ..host.report import is_silent
from ..repairs.chex_methods import tell_added
from ..syntax import INDEX
from .array_operations import ask_of_unpacking


def check_unpacked(ctx: MethodContext) -> Type:
    """Ask about an object that is unpacked: mypy looks for its ``__iter__``."""
    if not is_silent(ctx.api) and isinstance(ctx.context, Expression):
        assert isinstance(ctx.api, TypeChecker)
        ask_of_unpacking(ctx.context, INDEX.of(ctx.api.tree).parent(ctx.context), ctx.api)
    return tell_added(ctx)
