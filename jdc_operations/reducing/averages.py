"""``jax.numpy.average``, with weights and with what they add up to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..dtypes import kind_of
from ..promotion import promoted_arrays
from ..sizes import differ
from ..values import NONE, ArrayValue, Items, MistakeError, Shape, UnclearError, Value, show
from .reductions import REDUCTIONS, reduced

_MEAN: Final = REDUCTIONS["mean"][1]


def average(call: Call) -> Value:
    """``average(a, axis, weights, returned)``."""
    returned = call.flag("returned")
    if returned is None:
        raise UnclearError
    made = _average(call)
    return Items((made, call.result(made.shape, made.dtype, None))) if returned else made


def _average(call: Call) -> ArrayValue:
    array = call.array("a")
    if call.values["weights"] is NONE:
        mean = _MEAN(call.having("dtype", NONE))
        return mean if isinstance(mean, ArrayValue) else ArrayValue()
    weights = call.array("weights")
    _check_weights(call, array.shape, weights.shape)
    shape = reduced(call, array.shape, call.flag("keepdims"))
    dtype, _ = promoted_arrays((array, weights))
    return call.result(shape, dtype if kind_of(dtype) in ("float", "complex") else None, None)


def _check_weights(call: Call, shape: Shape | None, weights: Shape | None) -> None:
    """Raise a MistakeError where weights are neither one for each element nor one for each row of an axis."""
    if shape is None or weights is None:
        return
    if len(shape) == len(weights):
        if any(map(differ, shape, weights)):
            raise MistakeError(f"average takes weights of shape {show(shape)}, not {show(weights)}")
        return
    if call.values["axis"] is NONE:
        raise MistakeError(f"average without an axis takes weights of shape {show(shape)}, not {show(weights)}")
    axes = call.axes("axis", shape)
    if axes is not None and len(axes) == len(weights) == 1 and differ(shape[axes[0]], weights[0]):
        raise MistakeError(f"average takes weights for axis {axes[0]} of {show(shape)}, not {show(weights)}")


AVERAGES: Final[Mapping[str, tuple[str, Rule]]] = {
    "average": ("a, axis=None, weights=None, returned=False, keepdims=False", average),
}
"""Functions of `jax.numpy`, each with its signature."""
