"""Results of ``model.apply(variables, x)`` of flax in a trace: tracers, if the model ends with a layer.

Each operation of a layer makes one where a function under jit or a loop calls it, whatever the model is given.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, NameExpr, OpExpr, RefExpr, TypeInfo
from mypy.types import Instance, Type

from ..evaluate.layers.applied_layers import applied_method
from ..syntax import INDEX
from ..syntax.arguments import by_keyword
from ..syntax.functions import only_result
from ..syntax.names.flow import FLOW
from ..syntax.names.imported_names import spelled
from .functions import TracedFunction
from .staged_values import CALCULATING, is_staged
from .tracer_operations import ARITHMETIC, ARRAY_METHODS

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
_CALCULATING: Final = frozenset(
    f"{owner}.{name}"
    for owner in ("flax.linen", "jax.nn")
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
    """Return the type of the array that a call of ``apply`` is certain to give back; None of any other call."""
    callee, tree = call.callee, site.api.tree
    if not isinstance(callee, MemberExpr) or callee.name != "apply" or not is_staged(call, site):
        return None
    if any(by_keyword(call, name) is not None for name in _TREES):
        return None
    method = applied_method(callee, source)
    if method is None or INDEX.of(tree).position(method) is None:
        return None
    result = only_result(method)
    is_made = result is not None and _is_of_layer(result, site, _STEPS)
    return _array(site) if is_made else None


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
    if not isinstance(held, CallExpr):
        return False
    callee = held.callee
    if isinstance(callee, MemberExpr) and callee.name in ARRAY_METHODS:
        return _is_of_layer(callee.expr, site, steps - 1)
    name = spelled(callee, site.api.tree)
    if name in _CALCULATING | CALCULATING:
        return True
    layer = callee.callee if isinstance(callee, CallExpr) else None
    return isinstance(layer, RefExpr) and layer.fullname in _LAYERS
