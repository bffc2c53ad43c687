"""Functions in the place of a jitted method: ``self.step = jax.jit(step)``.

To mypy a method under `jax.jit` is an object that any other such object may replace, since JAX declares it so. With
the plugin it is a method, and mypy refuses each assignment to a method before it asks for the type of the attribute.
"""

from __future__ import annotations

from mypy.checker import TypeChecker
from mypy.errorcodes import METHOD_ASSIGN
from mypy.nodes import Decorator, SymbolNode
from mypy.plugin import AttributeContext
from mypy.types import CallableType, Type, UnionType

from ...host.known_types import known_type
from ...host.mypy_errors import take_back
from ...typefacts.jitted_types import is_jitted_type


def is_jitted(method: SymbolNode | None) -> bool:
    """Return whether what a class holds is a method under `jax.jit`."""
    return isinstance(method, Decorator) and is_jitted_type(method.var.type)


def accept_assignment(ctx: AttributeContext) -> Type:
    """Let an assignment put a jitted function in the place of a jitted method, or a function of the same type."""
    method = known_type(ctx.default_attr_type)
    if not ctx.is_lvalue or not isinstance(method, CallableType):
        return ctx.default_attr_type
    assert isinstance(ctx.api, TypeChecker)
    take_back(METHOD_ASSIGN, ctx.context, ctx.api)
    return UnionType([method, method.fallback])
