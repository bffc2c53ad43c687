"""Losses and accuracy, with torch's arithmetic and the classes on the last axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

import jax
import jax.numpy as jnp

from ._arrays import asarray, filled

if TYPE_CHECKING:
    from jax.typing import ArrayLike

Reduction: TypeAlias = Literal["mean", "sum", "none"]


def softmax_cross_entropy(  # noqa: PLR0913 - as many as torch has
    logits: jax.Array,
    labels: ArrayLike,
    *,
    axis: int = -1,
    weight: ArrayLike | None = None,
    ignore_index: int = -100,
    label_smoothing: float = 0.0,
    reduction: Reduction = "mean",
) -> jax.Array:
    """Cross entropy between softmaxed logits and integer labels or probabilities, as in torch.

    Args:
        logits: floating, with the classes on ``axis`` (in torch that is axis 1).
        labels: integers of the shape of ``logits`` without ``axis``; or floating, of the shape of ``logits``.
        axis: where the classes are.
        weight: one number for each class.
        ignore_index: an integer label that counts neither in the loss nor in its mean.
        label_smoothing: how much of each label is spread over all classes.
        reduction: "mean" divides by the weights of the labels that count, for probabilities by their number.

    Returns:
        At least float32. A label outside the classes gives NaN, as nothing can be raised inside `jax.jit`; so
        does a mean over no label at all.

    Raises:
        ValueError: shapes that do not fit, an unknown reduction.
        TypeError: labels that are neither integer nor probabilities.

    """
    labels = asarray(labels)
    log_p = jax.nn.log_softmax(jnp.moveaxis(_wide(logits), axis, -1), axis=-1)
    weights = _class_weights(weight, log_p)
    if jnp.issubdtype(labels.dtype, jnp.floating):
        _same_shape("labels given as probabilities", labels, logits)
        labels = jnp.moveaxis(labels, axis, -1)
        labels = labels * (1 - label_smoothing) + label_smoothing / log_p.shape[-1]
        losses = -jnp.sum(labels * log_p * weights, axis=-1)
        return _reduce(losses, filled(losses.shape, 1, losses.dtype), reduction)
    counted = labels != ignore_index
    index = _label_index(labels, counted, log_p.shape)
    label_weights = jnp.where(counted, weights.at[index].get(mode="fill", fill_value=jnp.nan), 0.0)
    picked = jnp.take_along_axis(log_p, index[..., None], axis=-1, mode="fill", fill_value=jnp.nan)[..., 0]
    losses = -picked * label_weights
    if label_smoothing:
        spread = -jnp.mean(log_p * weights, axis=-1)
        losses = (1 - label_smoothing) * losses + label_smoothing * spread
    return _reduce(jnp.where(counted, losses, 0.0), label_weights, reduction)


def accuracy(
    logits: jax.Array,
    labels: ArrayLike,
    *,
    axis: int = -1,
    weight: ArrayLike | None = None,
    ignore_index: int = -100,
) -> jax.Array:
    """Return the share of labels (integers, `ignore_index` left out) whose logit on ``axis`` is the largest.

    ``weight`` has one number for each class: each label counts as much as its class weighs. With it a label
    outside the classes gives NaN.
    """
    labels = asarray(labels)
    logits = jnp.moveaxis(logits, axis, -1)
    counted = labels != ignore_index
    index = _label_index(labels, counted, logits.shape)
    label_weights = counted.astype(jnp.float32)
    if weight is not None:
        weights = _class_weights(weight, _wide(logits))
        label_weights = jnp.where(counted, weights.at[index].get(mode="fill", fill_value=jnp.nan), 0.0)
    correct = counted & (jnp.argmax(logits, axis=-1) == labels)
    return _reduce(jnp.where(correct, label_weights, 0.0), label_weights, "mean")


def mse_loss(predictions: jax.Array, targets: ArrayLike, *, reduction: Reduction = "mean") -> jax.Array:
    """Squared differences. The shapes must be the same: nothing is broadcast."""
    difference = _difference(predictions, targets)
    return _reduce_all(jnp.square(difference), reduction)


def l1_loss(predictions: jax.Array, targets: ArrayLike, *, reduction: Reduction = "mean") -> jax.Array:
    """Absolute differences. The shapes must be the same: nothing is broadcast."""
    return _reduce_all(jnp.abs(_difference(predictions, targets)), reduction)


def huber_loss(
    predictions: jax.Array, targets: ArrayLike, *, delta: float = 1.0, reduction: Reduction = "mean"
) -> jax.Array:
    """Half the squared difference where it is below ``delta``, linear beyond. The shapes must be the same."""
    size = jnp.abs(_difference(predictions, targets))
    inner = jnp.minimum(size, delta)
    return _reduce_all(inner * (size - inner / 2), reduction)


def binary_cross_entropy_with_logits(
    logits: jax.Array,
    labels: ArrayLike,
    *,
    pos_weight: ArrayLike | None = None,
    reduction: Reduction = "mean",
) -> jax.Array:
    """Cross entropy of independent yes/no questions; labels are 0 to 1 and of the shape of ``logits``.

    ``pos_weight`` multiplies the term of label 1 and broadcasts against ``logits``.
    """
    labels = asarray(labels)
    _same_shape("labels", labels, logits)
    logits, labels = _wide(logits), labels.astype(jnp.float32)
    positive = -jax.nn.log_sigmoid(logits) * (1.0 if pos_weight is None else asarray(pos_weight))
    return _reduce_all(labels * positive - (1 - labels) * jax.nn.log_sigmoid(-logits), reduction)


def _wide(array: jax.Array) -> jax.Array:
    return array.astype(jnp.promote_types(array.dtype, jnp.float32))


def _class_weights(weight: ArrayLike | None, log_p: jax.Array) -> jax.Array:
    classes = log_p.shape[-1]
    weights = filled(classes, 1, log_p.dtype) if weight is None else asarray(weight, log_p.dtype)
    if weights.shape != (classes,):
        raise ValueError(f"weight has shape {weights.shape}, expected ({classes},): one number for each class")
    return weights


def _label_index(labels: jax.Array, counted: jax.Array, logits_shape: tuple[int, ...]) -> jax.Array:
    """Check labels, with the classes last in ``logits_shape``; move those below 0 out of range, where JAX has NaN."""
    if not jnp.issubdtype(labels.dtype, jnp.integer):
        raise TypeError(f"labels are {labels.dtype}, expected integers; write labels.astype(jnp.int32)")
    if labels.shape != logits_shape[:-1]:
        raise ValueError(
            f"integer labels have shape {labels.shape}, expected {logits_shape[:-1]}: the shape of the logits "
            f"without the axis of the {logits_shape[-1]} classes"
        )
    return jnp.where(counted, jnp.where(labels < 0, logits_shape[-1], labels), 0)


def _difference(predictions: jax.Array, targets: ArrayLike) -> jax.Array:
    targets = asarray(targets)
    _same_shape("targets", targets, predictions, other="predictions")
    return predictions - targets


def _same_shape(name: str, array: jax.Array, expected: jax.Array, *, other: str = "logits") -> None:
    if array.shape != expected.shape:
        raise ValueError(f"{name} must have the shape of the {other}, {expected.shape}, but have {array.shape}")


def _reduce_all(losses: jax.Array, reduction: Reduction) -> jax.Array:
    return _reduce(losses, filled(losses.shape, 1, losses.dtype), reduction)


def _reduce(losses: jax.Array, weights: jax.Array, reduction: Reduction) -> jax.Array:
    if reduction == "mean":
        return jnp.sum(losses) / jnp.sum(weights)
    if reduction == "sum":
        return jnp.sum(losses)
    if reduction == "none":
        return losses
    raise ValueError(f'reduction is {reduction!r}, expected "mean", "sum" or "none"')
