"""Losses of optax: a number for each example, and not their mean."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from ..arguments import Call, Rule
from ..broadcasting import broadcast
from ..dtypes import kind_of
from ..sizes import differ, merged, normal_axis
from ..values import NONE, ArrayValue, Dim, DTypeMistakeError, Items, MistakeError, Shape, UnclearError, Value, show


def _floating(call: Call, name: str) -> ArrayValue:
    """Return an argument that must be an array of floating numbers."""
    array = call.array(name)
    found = kind_of(array.dtype)
    if found not in ("float", None):
        raise DTypeMistakeError(f"{call.name} takes floating {name}, not {found}")
    return array


def _result(call: Call, shape: Shape | None) -> Value:
    return call.result(shape, None, None)


def _squared(call: Call) -> Value:
    """``squared_error(predictions, targets)``, of one shape."""
    if call.name == "l2_loss" and isinstance(call.values["predictions"], Items):
        raise UnclearError  # it makes an array of them
    first = _floating(call, "predictions").shape
    other = first if call.values["targets"] is NONE else call.array("targets").shape
    if first is not None and other is not None and (len(first) != len(other) or any(map(differ, first, other))):
        raise MistakeError(f"{call.name} takes arrays of one shape, not {show(first)} and {show(other)}")
    return _result(call, merged(first, other))


def _elementwise(first: str, other: str, *, floating: bool = True) -> Rule:
    """Return the rule of a loss whose arguments broadcast."""

    def rule(call: Call) -> Value:
        array = _floating(call, first) if floating else call.array(first)
        if call.values[other] is NONE:
            return _result(call, array.shape)
        return _result(call, broadcast(array.shape, call.array(other).shape))

    return rule


def _along_axis(first: str, other: str) -> Rule:
    """Return the rule of a loss that takes an axis away."""

    def rule(call: Call) -> Value:
        call.without("where")
        shape = broadcast(_floating(call, first).shape, call.array(other).shape)
        return _result(call, None if shape is None else _without(call, shape))

    return rule


def _similarity(call: Call) -> Value:
    """``cosine_similarity(predictions, targets)``: vectors of floating numbers, along one axis."""
    call.without("where", "epsilon")
    shape = broadcast(_floating(call, "predictions").shape, _floating(call, "targets").shape)
    return _result(call, None if shape is None else _without(call, shape))


def _without(call: Call, shape: Shape) -> Shape | None:
    axis = call.integer("axis")
    if axis is None:
        return None
    at = normal_axis(axis, shape)
    return (*shape[:at], *shape[at + 1 :])


def _of_labels(call: Call) -> Value:
    """``softmax_cross_entropy_with_integer_labels(logits, labels)``: labels are whole numbers without that axis."""
    call.without("where")
    logits, labels = _floating(call, "logits"), call.array("labels")
    found = kind_of(labels.dtype)
    if found not in ("int", None):
        raise DTypeMistakeError(f"{call.name} takes whole numbers as labels, not {found}")
    rest = None if logits.shape is None else _without(call, logits.shape)
    if logits.shape is None or rest is None or labels.shape is None:
        known = labels.shape if rest is None else rest
        return _result(call, None if known is None else tuple(map(_unless_one, known)))
    if len(labels.shape) != len(rest):
        shapes = f"{show(logits.shape)} and {show(labels.shape)}"
        raise MistakeError(f"{call.name} takes labels with one axis less than the logits: {shapes}")
    return _result(call, broadcast(labels.shape, rest))


def _unless_one(size: Dim) -> Dim:
    """Return a size that nothing can broadcast."""
    return size if isinstance(size, int) and size != 1 else None


_LABELS: Final = "softmax_cross_entropy_with_integer_labels"

LOSSES: Final[Mapping[str, tuple[str, Rule]]] = {
    **dict.fromkeys(("squared_error", "l2_loss"), ("predictions, targets=None", _squared)),
    "huber_loss": ("predictions, targets=None, delta=1.0", _elementwise("predictions", "targets")),
    "log_cosh": ("predictions, targets=None", _elementwise("predictions", "targets")),
    "hinge_loss": (
        "predictor_outputs, targets",
        _elementwise("predictor_outputs", "targets", floating=False),
    ),
    "sigmoid_binary_cross_entropy": ("logits, labels", _elementwise("logits", "labels")),
    "softmax_cross_entropy": ("logits, labels, axis=-1, where=None", _along_axis("logits", "labels")),
    "kl_divergence": ("log_predictions, targets, axis=-1, where=None", _along_axis("log_predictions", "targets")),
    **dict.fromkeys(
        ("cosine_similarity", "cosine_distance"),
        ("predictions, targets, *, epsilon=0.0, axis=-1, where=None", _similarity),
    ),
    _LABELS: ("logits, labels, axis=-1, where=None", _of_labels),
}
"""Functions of `optax`, each with its signature."""
