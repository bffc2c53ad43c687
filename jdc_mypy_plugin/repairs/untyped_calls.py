"""Calls of functions that libraries leave without annotations, ``flax.struct.field(...)``, and that the plugin knows.

``mypy --strict`` reports each of them.
"""

from __future__ import annotations

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
    "jax.experimental.ode.odeint",
    "equinox._ad.filter_custom_jvp",
    "flax.traverse_util.flatten_dict",
    "flax.traverse_util.path_aware_map",
    "flax.traverse_util.unflatten_dict",
    "tree_math._src.vector.Vector",
    "flax.nnx.training.metrics.MultiMetric",
    "netket.utils.struct.fields.static_field",
)
"""Functions and classes by full name, of which the plugin knows what their calls make."""

NNX_MODULE: Final = "flax.nnx.module.Module"
METHODS: Final = ("eval", "train", "set_attributes", "sow")
"""Methods of it that have no annotations either, and return nothing that a program needs."""


def accept_untyped(ctx: FunctionContext | MethodContext) -> Type:
    """Drop what mypy says of the call itself."""
    assert isinstance(ctx.api, TypeChecker)
    take_back(NO_UNTYPED_CALL, ctx.context, ctx.api)
    return ctx.default_return_type
