"""Statements that assign to an item of an array of JAX.

JAX declares ``__setitem__`` of `jax.Array`, which NumPy's arrays have and its own refuse, so that no checker sees it.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.nodes import IndexExpr
from mypy.plugin import MethodContext
from mypy.types import Instance, Type

from ..host.known_types import known_type
from ..rules.asking import ask
from ..rules.places import ITEM_WRITE, ItemWrite

SET_ITEM: Final = "jax._src.basearray.Array.__setitem__"


def check_set_item(ctx: MethodContext) -> Type:
    """Ask the rules about ``x[0] = 1`` where ``x`` is an array of JAX and nothing else."""
    assert isinstance(ctx.api, TypeChecker)
    node = ctx.context
    if isinstance(node, IndexExpr):
        written = known_type(ctx.api.lookup_type_or_none(node.base))
        if isinstance(written, Instance) and f"{written.type.fullname}.__setitem__" == SET_ITEM:
            ask(ITEM_WRITE, ItemWrite(node, ctx.arg_types[0][0], ctx.api))
    return ctx.default_return_type
