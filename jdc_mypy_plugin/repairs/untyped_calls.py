"""Calls of functions that libraries leave without annotations, ``flax.linen.max_pool(...)``.

``mypy --strict`` reports each of them, and of classes too, of which the plugin knows some.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.checker import TypeChecker
from mypy.errorcodes import NO_UNTYPED_CALL
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import Type

from ..host.mypy_errors import take_back

MAKERS: Final = (
    "flax.struct.field",
    "jax._src.core.ShapeDtypeStruct",
    "jax._src.partition_spec.P",
    "jax._src.tree_util.Partial",
    "equinox._ad.filter_custom_jvp",
    "tree_math._src.vector.Vector",
    "flax.nnx.training.metrics.MultiMetric",
    "netket.utils.struct.fields.static_field",
)
"""Functions and classes by full name, of which the plugin knows what their calls make."""

PACKAGES: Final = ("jax.", "flax.", "optax.", "chex.", "equinox.", "tree_math.", "jax_md.")
"""How the full names of functions begin whose annotations a program can do nothing about."""

NNX_MODULE: Final = "flax.nnx.module.Module"
METHODS: Final = ("eval", "train", "set_attributes", "sow")
"""Methods of it that have no annotations either, and return nothing that a program needs."""


def accept_untyped(ctx: FunctionContext | MethodContext) -> Type:
    """Drop what mypy says of the call itself."""
    assert isinstance(ctx.api, TypeChecker)
    take_back(NO_UNTYPED_CALL, ctx.context, ctx.api)
    return ctx.default_return_type


def accepted(feature: Callable[[FunctionContext], Type] | None) -> Callable[[FunctionContext], Type]:
    """Return what handles the calls of a function, once what mypy says of them is dropped."""

    def accept(ctx: FunctionContext) -> Type:
        accept_untyped(ctx)
        return ctx.default_return_type if feature is None else feature(ctx)

    return accept
