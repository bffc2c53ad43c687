"""Calls of functions that libraries leave without annotations, ``flax.linen.max_pool(...)``.

``mypy --strict`` reports each of them, and of classes too, of which the plugin knows some.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from mypy.checker import TypeChecker
from mypy.errorcodes import NO_UNTYPED_CALL
from mypy.nodes import Decorator
from mypy.plugin import FunctionContext, MethodContext
from mypy.types import AnyType, Type

from ..host.known_types import known_type
from ..host.looked_up_names import LookedUpNames
from ..host.mypy_errors import UNTYPED_DECORATOR, take_back
from .transforms.leaf_types import ARRAY, named
from .transforms.wanted_types import as_wanted

ContextT = TypeVar("ContextT", FunctionContext, MethodContext)

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

PACKAGES: Final = (
    *("jax.", "flax.", "optax.", "chex.", "equinox.", "tree_math.", "jax_md."),
    *("brax.", "distrax.", "mujoco.", "netket.", "penzai.", "rlax.", "simple_pytree."),
)
"""How the full names of functions begin whose annotations a program can do nothing about."""

NNX_MODULE: Final = "flax.nnx.module.Module"
METHODS: Final = ("eval", "train", "set_attributes", "sow")
"""Methods of it that have no annotations either, and return nothing that a program needs."""


def is_silent(fullname: str, names: LookedUpNames) -> bool:
    """Return whether a function of a library does not say what it returns."""
    return fullname.startswith(PACKAGES) and (names.says_nothing(fullname) or names.says_no_result(fullname))


def of_function(
    fullname: str, feature: Callable[[FunctionContext], Type] | None, names: LookedUpNames
) -> Callable[[FunctionContext], Type] | None:
    """Return what handles the calls of a function or a class, given what would without any of this."""
    if is_silent(fullname, names):
        return accepted(feature)
    return constructed(feature) if _inherits_silent_constructor(fullname, names) else feature


def _inherits_silent_constructor(fullname: str, names: LookedUpNames) -> bool:
    """Return whether a class of the program is made by a constructor of a library without annotations."""
    init = None if fullname.startswith(PACKAGES) else names.constructor_of(fullname)
    return init is not None and init.type is None and init.fullname.startswith(PACKAGES)


def accept_untyped(ctx: FunctionContext | MethodContext) -> Type:
    """Drop what mypy says of the call itself, or of a decorator."""
    assert isinstance(ctx.api, TypeChecker)
    for decorator in ctx.context.decorators if isinstance(ctx.context, Decorator) else ():
        take_back(UNTYPED_DECORATOR, decorator, ctx.api)
    take_back(NO_UNTYPED_CALL, ctx.context, ctx.api)
    return ctx.default_return_type


def constructed(feature: Callable[[FunctionContext], Type] | None) -> Callable[[FunctionContext], Type]:
    """Return what handles the call of a class, once what mypy says of the constructor that it inherits is dropped."""

    def construct(ctx: FunctionContext) -> Type:
        accept_untyped(ctx)
        return ctx.default_return_type if feature is None else feature(ctx)

    return construct


def accepted(feature: Callable[[ContextT], Type] | None) -> Callable[[ContextT], Type]:
    """Return what handles the calls of a function, once what mypy says of them is dropped.

    Its result may be anything: an array, where the program says so.
    """

    def accept(ctx: ContextT) -> Type:
        accept_untyped(ctx)
        assert isinstance(ctx.api, TypeChecker)
        made = ctx.default_return_type if feature is None else feature(ctx)
        is_unknown = isinstance(known_type(made), AnyType)
        return (is_unknown and as_wanted([named(ARRAY, ctx.api)], ctx)) or made

    return accept
