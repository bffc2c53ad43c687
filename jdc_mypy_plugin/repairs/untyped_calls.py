"""Calls of functions that libraries leave without annotations, ``flax.struct.field(...)``, and that the plugin knows.

``mypy --strict`` reports each of them.
"""

from __future__ import annotations

from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import NO_UNTYPED_CALL
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import CallableType, Type

from ..host.known_types import known_type
from ..host.mypy_errors import take_back

MAKERS: Final = (
    "flax.struct.field",
    "jax._src.core.ShapeDtypeStruct",
    "jax._src.partition_spec.P",
)
"""Functions and classes by full name, of which the plugin knows what their calls make."""

GRADIENTS: Final = ("equinox._ad.filter_grad", "equinox._ad.filter_value_and_grad")
"""Functions of equinox that make another of what is often a lambda, which has no annotations."""


def accept_untyped(ctx: FunctionContext | MethodContext) -> Type:
    """Drop what mypy says of the call itself."""
    assert isinstance(ctx.api, TypeChecker)
    take_back(NO_UNTYPED_CALL, ctx.context, ctx.api)
    return ctx.default_return_type


def accept_calls(ctx: FunctionContext) -> Type:
    """Return the type of a function that a library makes of a lambda, so that mypy says nothing of its calls."""
    return with_annotations(ctx.default_return_type)


def with_annotations(made: Type) -> Type:
    """Return the type of a function as one that has annotations, which a lambda cannot have; others as they are."""
    function = known_type(made)
    if not isinstance(function, CallableType) or not function.implicit:
        return made
    return function.copy_modified(implicit=False)  # pyright: ignore[reportUnknownMemberType] - untyped defaults
