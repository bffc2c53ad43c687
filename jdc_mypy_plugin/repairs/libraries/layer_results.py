"""The results of a library's layers where it says nothing of them: an array, if the program says so."""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.plugin import MethodContext
from mypy.types import AnyType, Type

from ...host.known_types import known_type
from ..transforms.leaf_types import ARRAY, named
from ..transforms.wanted_types import as_wanted
from ..untyped_calls import accept_untyped


def layer_result(ctx: MethodContext) -> Type:
    """Return the type of ``self.norm(x)``, where ``nnx.BatchNorm`` and others declare no result."""
    accept_untyped(ctx)
    assert isinstance(ctx.api, TypeChecker)
    if not isinstance(known_type(ctx.default_return_type), AnyType):
        return ctx.default_return_type
    return as_wanted([named(ARRAY, ctx.api)], ctx) or ctx.default_return_type
