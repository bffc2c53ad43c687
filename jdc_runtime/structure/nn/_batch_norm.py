"""Batch normalisation, with running statistics in the buffers."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._jax_functions import computing_dtype, filled, mean_over, size_over
from .._tree import fill_tree
from ._checks import LayerInputError, between, floating, in_training, mapped_axes, positive, size_of_axis
from ._norms import scale_and_shift, scaled

if TYPE_CHECKING:
    from .._tree import Config, Module, StructureTree


def BatchNorm(  # noqa: N802, PLR0913 - as many as torch has
    num_features: int,
    *,
    eps: float = 1e-5,
    momentum: float | None = 0.1,
    affine: bool = True,
    track_running_stats: bool = True,
    axis: int = 1,
    dtype: Any = None,
) -> Module:
    """Mean 0 and variance 1 of each feature over the batch, then ``weight`` and ``bias`` for each feature.

    With ``global_config["train_mode"]`` the statistics are those of the batch, and the returned tree holds new
    running ones; else they are the running ones. As in torch, the running variance is the unbiased one, and
    ``new = (1 - momentum) * old + momentum * batch`` (flax's momentum is one minus this one).

    Params, unless ``affine=False``: ``weight``, ones, and ``bias``, zeros, ``(num_features,)``. Buffers, unless
    ``track_running_stats=False``: ``running_mean``, ``running_var`` and ``num_batches_tracked``.

    Args:
        num_features: size of ``axis``.
        eps: added to the variance.
        momentum: weight of the new batch; None weighs all batches the same.
        affine: whether there are params.
        track_running_stats: without them the statistics are always those of the batch.
        axis: where the features are; all other axes are averaged over. ``global_config["batch_axis"]`` names axes of
            `jax.vmap`, `jax.pmap` or `jax.shard_map` that are averaged over too.
        dtype: of params and running statistics.

    """
    positive("BatchNorm", num_features=num_features)
    between("BatchNorm", 0, 1, momentum=momentum)
    between("BatchNorm", 0, math.inf, eps=eps)
    floating("BatchNorm", dtype)
    buffers: dict[str, Any] = {}
    if track_running_stats:
        buffers["running_mean"] = filled(num_features, 0, dtype)
        buffers["running_var"] = filled(num_features, 1, dtype)
        buffers["num_batches_tracked"] = filled((), 0, jnp.int32)
    return fill_tree(
        {
            "params": scale_and_shift((num_features,), scale=affine, shift=affine, dtype=dtype),
            "buffers": buffers,
            "aux": {"num_features": num_features, "eps": eps, "momentum": momentum, "axis": axis},
            "apply": apply_batch_norm,
        }
    ), {"train_mode": True}


def apply_batch_norm(tree: StructureTree, config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    """Apply `BatchNorm` to an array with ``num_features`` on ``axis``."""
    params, buffers, aux = tree["params"], tree["buffers"], tree["aux"]
    axis: int = aux["axis"]
    if x.ndim < 2 or not -x.ndim <= axis < x.ndim:
        raise LayerInputError(f"BatchNorm: x of shape {x.shape} has no batch axis beside axis {axis} of the features")
    size_of_axis("BatchNorm", x, axis, aux["num_features"], "num_features")
    dtype, wide = computing_dtype(x, *params.values())
    training = in_training("BatchNorm", config)
    if training or not buffers:
        mean, variance, count = _statistics(x.astype(wide), axis, mapped_axes(config))
        if training and buffers:
            tree = {**tree, "buffers": _track(buffers, mean, variance * count / (count - 1), aux["momentum"])}
    else:
        mean, variance = buffers["running_mean"], buffers["running_var"]
    along = tuple(-1 if i == axis % x.ndim else 1 for i in range(x.ndim))
    scale = jax.lax.rsqrt(variance.astype(wide) + aux["eps"])
    normal = (x.astype(wide) - mean.astype(wide).reshape(along)) * scale.reshape(along)
    return tree, scaled(normal, params, along).astype(dtype)


def _statistics(x: jax.Array, axis: int, names: tuple[str, ...]) -> tuple[jax.Array, jax.Array, int]:
    """Return mean and biased variance of each feature, and over how many values."""
    others = tuple(i for i in range(x.ndim) if i != axis % x.ndim)
    count = math.prod(x.shape[i] for i in others)
    mean = jnp.mean(x, axis=others)
    variance = jnp.var(x, axis=others)
    if names:
        count *= size_over(names)
        local = mean
        mean = mean_over(mean, names)
        variance = mean_over(variance + jnp.square(local - mean), names)
    if count < 2:
        raise LayerInputError(
            f"BatchNorm: x of shape {x.shape} has {'one' if count else 'no'} value for each feature; the variance in "
            'training needs two, and global_config["train_mode"] = False uses the running statistics'
        )
    return mean, variance, count


def _track(buffers: dict[str, Any], mean: jax.Array, variance: jax.Array, momentum: float | None) -> dict[str, Any]:
    number = buffers["num_batches_tracked"] + 1
    weight = 1 / number if momentum is None else momentum

    def mixed(old: jax.Array, new: jax.Array) -> jax.Array:
        new = jax.lax.stop_gradient(new)
        return ((1 - weight) * old.astype(new.dtype) + weight * new).astype(old.dtype)

    return {
        **buffers,
        "running_mean": mixed(buffers["running_mean"], mean),
        "running_var": mixed(buffers["running_var"], variance),
        "num_batches_tracked": number,
    }
