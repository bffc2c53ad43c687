"""Results of ``model.apply(variables, x)`` and of ``model(x)`` in a trace: tracers, if the model ends with a layer.

Each operation of a layer makes one where a function under jit or a loop calls it, whatever the model is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, FuncDef, IndexExpr, MemberExpr, NameExpr, OpExpr, RefExpr, TypeInfo
from mypy.types import Instance, Type

from ..evaluate.layers.applied_layers import applied_method
from ..model.subclasses_in_sight import is_overridden_in_sight
from ..objects.kept_objects import class_of_object
from ..syntax import INDEX
from ..syntax.arguments import by_keyword
from ..syntax.functions import only_result
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import spelled
from .functions import TracedFunction
from .staged_values import CALCULATING, is_staged
from .tracer_operations import ARITHMETIC, array_made_of, arrays_given

_LAYERS: Final = frozenset(
    f"flax.linen.{module}.{name}"
    for module, names in {
        "linear": ("Dense", "DenseGeneral", "Conv", "ConvTranspose", "ConvLocal", "Einsum", "Embed"),
        "normalization": ("BatchNorm", "LayerNorm", "RMSNorm", "GroupNorm", "InstanceNorm"),
        "attention": ("MultiHeadDotProductAttention", "MultiHeadAttention", "SelfAttention"),
    }.items()
    for name in names
)
"""Layers that calculate one array of what they are given, not just where it is a training step."""
_OBJECTS: Final = frozenset(
    f"{module}.{name}"
    for module, names in {
        "flax.nnx.nn.linear": ("Linear", "LinearGeneral", "Conv", "ConvTranspose", "Einsum", "Embed"),
        "flax.nnx.nn.normalization": ("BatchNorm", "LayerNorm", "RMSNorm", "GroupNorm", "InstanceNorm"),
        "flax.nnx.nn.attention": ("MultiHeadAttention",),
        "equinox.nn._linear": ("Linear",),
        "equinox.nn._mlp": ("MLP",),
        "equinox.nn._conv": ("Conv1d", "Conv2d", "Conv3d"),
        "equinox.nn._embedding": ("Embedding",),
    }.items()
    for name in names
)
"""Layers that do so and are objects, which a program calls as they are."""
_CALCULATING: Final = frozenset(
    f"{owner}.{name}"
    for owner in ("flax.linen", "flax.nnx", "jax.nn")
    for name in (
        "relu",
        "gelu",
        "silu",
        "swish",
        "elu",
        "sigmoid",
        "softmax",
        "log_softmax",
        "softplus",
        "leaky_relu",
    )
)
_MODULE: Final = "jax._src.basearray"
_TREES: Final = ("mutable", "capture_intermediates", "method")
"""Arguments with which ``apply`` gives back a pair, or what another method does."""
_STEPS: Final = 12
"""How many values are followed that are each made of another."""


def applied_result(call: CallExpr, source: Callable[[Expression], Expression], site: TracedFunction) -> Type | None:
    """Return the type of the array that a call of a model is certain to give back; None of any other call."""
    callee = call.callee
    if not is_staged(call, site):
        return None
    method = applied_method(callee, source) if isinstance(callee, MemberExpr) and callee.name == "apply" else None
    if method is None:
        return _array(site) if _is_of_object(call, site, _STEPS) else None
    is_pair = any(by_keyword(call, name) is not None for name in _TREES)
    return None if is_pair or not _ends_with_layer(method, site, _STEPS) else _array(site)


def _ends_with_layer(method: FuncDef, site: TracedFunction, steps: int) -> bool:
    """Return whether a method of the module returns in one place, and there what a layer makes."""
    result = None if INDEX.of(site.api.tree).position(method) is None else only_result(method)
    return result is not None and _is_of_layer(result, site, steps)


def _is_of_object(call: CallExpr, site: TracedFunction, steps: int) -> bool:
    """Return whether a call runs a layer that is an object, or a model of the module that ends with one."""
    is_name = isinstance(call.callee, NameExpr | MemberExpr)
    info = class_of_object(call.callee, site.api) if is_name and steps else None
    if info is None or info.fullname in _OBJECTS:
        return info is not None
    method = info.get_method("__call__")
    if not isinstance(method, FuncDef) or is_overridden_in_sight(info, "__call__", site.api):
        return False
    return _ends_with_layer(method, site, steps - 1)


def _array(site: TracedFunction) -> Type | None:
    module = site.api.modules.get(_MODULE)
    symbol = None if module is None else module.names.get("Array")
    info = None if symbol is None else symbol.node
    return Instance(info, []) if isinstance(info, TypeInfo) else None


def _is_of_layer(value: Expression, site: TracedFunction, steps: int) -> bool:
    """Return whether a value of a model is what a layer makes, or is calculated of that."""
    held = FLOW.of(site.api.tree).value_at(value) if isinstance(value, NameExpr) else value
    if not steps or not isinstance(held, Expression):
        return False
    if isinstance(held, OpExpr):
        sides = (held.left, held.right)
        return held.op in ARITHMETIC and any(_is_of_layer(each, site, steps - 1) for each in sides)
    if isinstance(held, IndexExpr):
        return _is_of_layer(held.base, site, steps - 1)
    return isinstance(held, CallExpr) and _is_made_by_layer(held, site, steps)


def _is_made_by_layer(call: CallExpr, site: TracedFunction, steps: int) -> bool:
    """Return whether a call is one of a layer, or of a function or a method that calculates of what a layer makes."""
    callee = call.callee
    name, made_of = spelled(callee, site.api.tree), array_made_of(call)
    if name in _CALCULATING | CALCULATING:
        return True
    operands = arrays_given(call, name) or ([] if made_of is None else [made_of])
    if operands:
        return any(_is_of_layer(each, site, steps - 1) for each in operands)
    layer = callee.callee if isinstance(callee, CallExpr) else None
    is_layer = isinstance(layer, RefExpr) and layer.fullname in _LAYERS
    return is_layer or _is_of_object(call, site, steps - 1)
