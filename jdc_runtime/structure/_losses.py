"""Losses and accuracy, with torch's arithmetic and the classes on the last axis."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias, cast

import jax
import jax.numpy as jnp

from ._jax_functions import as_index, asarray, computing_dtype, filled, limits

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
        ignore_index: an integer label that counts neither in the loss nor in its mean; labels of a dtype that
            cannot hold it all count.
        label_smoothing: how much of each label is spread over all classes, 0 to 1.
        reduction: "mean" divides by the weights of the labels that count, for probabilities by their number.

    Returns:
        At least float32. A label outside the classes gives NaN, as nothing can be raised inside `jax.jit`; so
        does a mean over no label at all. A class of probability or weight 0 adds 0, also where its logit is
        ``-inf`` (in torch that is NaN), and logits of labels that do not count may be anything.

    Raises:
        ValueError: shapes that do not fit, an unknown reduction, a smoothing that is not between 0 and 1.
        TypeError: labels that are neither integer nor probabilities, complex logits.
        OverflowError: labels of NumPy of 64 bits that JAX would wrap to 32.

    """
    if not 0 <= label_smoothing <= 1:
        raise ValueError(f"label_smoothing is {label_smoothing!r}, expected a share, 0 to 1")
    labels, logits = asarray(labels), _wide("logits", logits)
    if jnp.issubdtype(labels.dtype, jnp.floating):
        _same_shape("labels given as probabilities", labels, logits)
        logits, labels = (jnp.moveaxis(x, axis, -1) for x in (logits, labels.astype(logits.dtype)))
        return _of_probabilities(logits, labels, weight, label_smoothing, reduction)
    logits = jnp.moveaxis(logits, axis, -1)
    index, counted = _labels(labels, logits.shape, ignore_index)
    log_p = jax.nn.log_softmax(jnp.where(counted[..., None], logits, 0), axis=-1)
    picked = jnp.take_along_axis(log_p, index[..., None], axis=-1, mode="fill", fill_value=jnp.nan)[..., 0]
    weights, label_weights = _class_weights(weight, log_p), None
    if weight is not None:
        label_weights = jnp.where(counted, weights.at[index].get(mode="fill", fill_value=jnp.nan), 0)
        picked = _product(label_weights, picked)
    losses = -picked
    if label_smoothing:
        spread = -jnp.mean(_product(weights, log_p), axis=-1)
        losses = (1 - label_smoothing) * losses + label_smoothing * spread
    return _reduce(jnp.where(counted, losses, 0), counted if label_weights is None else label_weights, reduction)


def accuracy(
    logits: jax.Array,
    labels: ArrayLike,
    *,
    axis: int = -1,
    weight: ArrayLike | None = None,
    ignore_index: int = -100,
) -> jax.Array:
    """Return the share of labels (integers, `ignore_index` left out) whose logit on ``axis`` is the largest.

    Among NaN no logit is the largest, and the label does not count as found. ``weight`` has one number for each
    class: each label counts as much as its class weighs. With it a label outside the classes gives NaN.
    """
    logits = jnp.moveaxis(asarray(logits), axis, -1)
    index, counted = _labels(asarray(labels), logits.shape, ignore_index)
    correct = counted & (jnp.argmax(logits, axis=-1) == index) & ~jnp.isnan(logits).any(axis=-1)
    if weight is None:
        return (jnp.sum(correct) / jnp.sum(counted)).astype(jnp.float32)
    weights = _class_weights(weight, _wide("logits", logits))
    label_weights = jnp.where(counted, weights.at[index].get(mode="fill", fill_value=jnp.nan), 0)
    return _reduce(jnp.where(correct, label_weights, 0), label_weights, "mean")


def mse_loss(predictions: jax.Array, targets: ArrayLike, *, reduction: Reduction = "mean") -> jax.Array:
    """Squared differences, at least in float32. The shapes must be the same: nothing is broadcast."""
    return _reduce(jnp.square(_difference(predictions, targets)), None, reduction)


def l1_loss(predictions: jax.Array, targets: ArrayLike, *, reduction: Reduction = "mean") -> jax.Array:
    """Absolute differences, at least in float32. The shapes must be the same: nothing is broadcast."""
    return _reduce(jnp.abs(_difference(predictions, targets)), None, reduction)


def huber_loss(
    predictions: jax.Array, targets: ArrayLike, *, delta: float = 1.0, reduction: Reduction = "mean"
) -> jax.Array:
    """Half the squared difference where it is below ``delta``, linear beyond; at least in float32.

    The shapes must be the same, and ``delta`` above 0.
    """
    if not isinstance(cast("object", delta), jax.Array) and not delta > 0:
        raise ValueError(f"delta is {delta!r}, expected a number above 0")
    size = jnp.abs(_difference(predictions, targets))
    inner = jnp.minimum(size, delta)
    return _reduce(inner * (size - inner / 2), None, reduction)


def binary_cross_entropy_with_logits(
    logits: jax.Array,
    labels: ArrayLike,
    *,
    pos_weight: ArrayLike | None = None,
    reduction: Reduction = "mean",
) -> jax.Array:
    """Cross entropy of independent yes/no questions; labels are 0 to 1 and of the shape of ``logits``.

    ``pos_weight`` multiplies the term of label 1 and broadcasts to the shape of ``logits``. The result is at least
    float32. Integer labels other than 0 and 1 give NaN, as nothing can be raised inside `jax.jit`.
    """
    labels, logits = asarray(labels), _wide("logits", logits)
    _same_shape("labels", labels, logits)
    shares = _wide("labels", labels).astype(logits.dtype)
    if jnp.issubdtype(labels.dtype, jnp.integer):
        shares = jnp.where((labels == 0) | (labels == 1), shares, jnp.nan)
    positive = jax.nn.log_sigmoid(logits)
    if pos_weight is not None:
        positive = _product(_positive_weights(pos_weight, logits), positive)
    return _reduce(-_product(shares, positive) - _product(1 - shares, jax.nn.log_sigmoid(-logits)), None, reduction)


def _of_probabilities(
    logits: jax.Array, labels: jax.Array, weight: ArrayLike | None, smoothing: float, reduction: Reduction
) -> jax.Array:
    log_p = jax.nn.log_softmax(logits, axis=-1)
    labels = labels * (1 - smoothing) + smoothing / log_p.shape[-1]
    return _reduce(-jnp.sum(_product(labels * _class_weights(weight, log_p), log_p), axis=-1), None, reduction)


def _product(share: jax.Array, value: jax.Array) -> jax.Array:
    """Multiply; 0 times infinity is 0, and has gradient 0."""
    product: jax.Array = share * jnp.where((share == 0) & jnp.isinf(value), 0, value)
    return product


def _wide(name: str, given: ArrayLike) -> jax.Array:
    array = asarray(given)
    if jnp.issubdtype(array.dtype, jnp.complexfloating):
        raise TypeError(f"{name} are {array.dtype}, expected real numbers")
    return array.astype(computing_dtype(array)[1])


def _class_weights(weight: ArrayLike | None, log_p: jax.Array) -> jax.Array:
    classes = log_p.shape[-1]
    weights = filled(classes, 1, log_p.dtype) if weight is None else asarray(weight, log_p.dtype)
    if weights.shape != (classes,):
        raise ValueError(f"weight has shape {weights.shape}, expected ({classes},): one number for each class")
    return weights


def _positive_weights(weight: ArrayLike, logits: jax.Array) -> jax.Array:
    weights = asarray(weight, logits.dtype)
    try:
        return jnp.broadcast_to(weights, logits.shape)
    except ValueError as error:
        raise ValueError(
            f"pos_weight of shape {weights.shape} does not broadcast to {logits.shape}, the shape of the logits"
        ) from error


def _labels(labels: jax.Array, logits_shape: tuple[int, ...], ignore_index: int) -> tuple[jax.Array, jax.Array]:
    """Return labels as indices, with the classes last in ``logits_shape``, and which of them count.

    Labels outside the classes get an index out of range, where JAX has NaN; those that do not count get 0.
    """
    if not jnp.issubdtype(labels.dtype, jnp.integer):
        raise TypeError(f"labels are {labels.dtype}, expected integers; write labels.astype(jnp.int32)")
    if labels.shape != logits_shape[:-1]:
        raise ValueError(
            f"integer labels have shape {labels.shape}, expected {logits_shape[:-1]}: the shape of the logits "
            f"without the axis of the {logits_shape[-1]} classes"
        )
    if not logits_shape[-1]:
        raise ValueError("the logits have no classes: their axis has size 0")
    if isinstance(cast("object", ignore_index), jax.Array):
        counted = labels != ignore_index
    elif limits(labels.dtype).min <= ignore_index <= limits(labels.dtype).max:
        counted = labels != asarray(ignore_index, labels.dtype)
    else:
        counted = filled(labels.shape, True, bool)
    return jnp.where(counted, as_index(labels, logits_shape[-1]), 0), counted


def _difference(predictions: jax.Array, targets: ArrayLike) -> jax.Array:
    """Return differences, at least in float32; of integers, which are unsigned or wrap, without their sign."""
    predictions, targets = asarray(predictions), asarray(targets)
    _same_shape("targets", targets, predictions, other="predictions")
    _, wide = computing_dtype(predictions, targets)
    if jnp.issubdtype(wide, jnp.complexfloating):
        raise TypeError(f"predictions are {predictions.dtype}, targets {targets.dtype}, expected real numbers")
    if predictions.dtype == targets.dtype and jnp.issubdtype(targets.dtype, jnp.integer):
        bits = jnp.dtype(f"uint{8 * targets.dtype.itemsize}")
        larger, smaller = jnp.maximum(predictions, targets), jnp.minimum(predictions, targets)
        return (larger.astype(bits) - smaller.astype(bits)).astype(wide)
    return predictions.astype(wide) - targets.astype(wide)


def _same_shape(name: str, array: jax.Array, expected: jax.Array, *, other: str = "logits") -> None:
    if array.shape != expected.shape:
        raise ValueError(f"{name} must have the shape of the {other}, {expected.shape}, but have {array.shape}")


def _reduce(losses: jax.Array, weights: jax.Array | None, reduction: Reduction) -> jax.Array:
    """Reduce losses; the mean divides by the sum of the weights, or the number of losses."""
    if reduction == "mean":
        return jnp.sum(losses) / (float(losses.size) if weights is None else jnp.sum(weights))
    if reduction == "sum":
        return jnp.sum(losses)
    if reduction == "none":
        return losses
    raise ValueError(f'reduction is {reduction!r}, expected "mean", "sum" or "none"')
