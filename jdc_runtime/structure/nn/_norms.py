"""Layer and group normalisation, which look at each example alone."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax
import jax.numpy as jnp

from .._jax_functions import computing_dtype, filled
from .._tree import fill_tree
from ._checks import LayerInputError, between, floating, positive, size_of_axis

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .._tree import Config, Module, StructureTree


def LayerNorm(  # noqa: N802 - layers are capitalised
    normalized_shape: int | Sequence[int],
    *,
    eps: float = 1e-5,
    affine: bool = True,
    bias: bool = True,
    dtype: Any = None,
) -> Module:
    """Mean 0 and variance 1 over the last axes, those of ``normalized_shape``, then ``weight`` and ``bias``.

    Params, unless ``affine=False``: ``weight``, ones, and ``bias``, zeros, of shape ``normalized_shape``.
    Statistics are computed in float32 or wider.
    """
    shape = (normalized_shape,) if isinstance(normalized_shape, int) else tuple(normalized_shape)
    if not shape:
        raise ValueError("LayerNorm: normalized_shape is empty, expected the size of each axis that is normalized")
    for size in shape:
        positive("LayerNorm", normalized_shape=size)
    between("LayerNorm", 0, math.inf, eps=eps)
    floating("LayerNorm", dtype)
    return fill_tree(
        {
            "params": scale_and_shift(shape, scale=affine, shift=affine and bias, dtype=dtype),
            "aux": {"normalized_shape": shape, "eps": eps},
            "apply": apply_layer_norm,
        }
    ), {}


def apply_layer_norm(tree: StructureTree, _config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    """Apply `LayerNorm` to ``(..., *normalized_shape)``."""
    shape, params = tree["aux"]["normalized_shape"], tree["params"]
    if x.shape[-len(shape) :] != shape:
        raise LayerInputError(f"LayerNorm: x has shape {x.shape}, expected (..., {str(shape)[1:-1].rstrip(',')})")
    dtype, wide = computing_dtype(x, *params.values())
    normal = standardize(x.astype(wide), tuple(range(-len(shape), 0)), tree["aux"]["eps"])
    return tree, scaled(normal, params, shape).astype(dtype)


def GroupNorm(  # noqa: N802
    num_groups: int, num_channels: int, *, eps: float = 1e-5, affine: bool = True, dtype: Any = None
) -> Module:
    """Mean 0 and variance 1 over each group of channels, then ``weight`` and ``bias`` for each channel.

    Params, unless ``affine=False``: ``weight``, ones, and ``bias``, zeros, ``(num_channels,)``. Statistics are those
    of one example, computed in float32 or wider.
    """
    positive("GroupNorm", num_groups=num_groups, num_channels=num_channels)
    if num_channels % num_groups:
        raise ValueError(f"GroupNorm: num_groups={num_groups} must divide num_channels={num_channels}")
    between("GroupNorm", 0, math.inf, eps=eps)
    floating("GroupNorm", dtype)
    return fill_tree(
        {
            "params": scale_and_shift((num_channels,), scale=affine, shift=affine, dtype=dtype),
            "aux": {"num_groups": num_groups, "num_channels": num_channels, "eps": eps},
            "apply": apply_group_norm,
        }
    ), {}


def apply_group_norm(tree: StructureTree, _config: Config, x: jax.Array) -> tuple[StructureTree, jax.Array]:
    """Apply `GroupNorm` to ``(batch, num_channels, ...)``."""
    aux, params = tree["aux"], tree["params"]
    if x.ndim < 2:
        raise LayerInputError(f"GroupNorm: x has shape {x.shape}, expected (batch, {aux['num_channels']}, ...)")
    size_of_axis("GroupNorm", x, 1, aux["num_channels"], "num_channels")
    dtype, wide = computing_dtype(x, *params.values())
    grouped = x.astype(wide).reshape(x.shape[0], aux["num_groups"], math.prod(x.shape[1:]) // aux["num_groups"])
    normal = standardize(grouped, (-1,), aux["eps"]).reshape(x.shape)
    return tree, scaled(normal, params, (-1, *(1,) * (x.ndim - 2))).astype(dtype)


def scale_and_shift(shape: tuple[int, ...], *, scale: bool, shift: bool, dtype: Any) -> dict[str, jax.Array]:
    """Return the parameters of a norm."""
    params: dict[str, jax.Array] = {}
    if scale:
        params["weight"] = filled(shape, 1, dtype)
    if shift:
        params["bias"] = filled(shape, 0, dtype)
    return params


def scaled(x: jax.Array, params: dict[str, jax.Array], shape: tuple[int, ...]) -> jax.Array:
    """Apply the parameters of a norm, reshaped to ``shape``."""
    if "weight" in params:
        x = x * params["weight"].reshape(shape)
    return x + params["bias"].reshape(shape) if "bias" in params else x


def standardize(x: jax.Array, axes: tuple[int, ...], eps: float) -> jax.Array:
    """Return ``x`` with mean 0 and variance 1 over ``axes``."""
    variance = jnp.var(x, axis=axes, keepdims=True)
    return (x - jnp.mean(x, axis=axes, keepdims=True)) * jax.lax.rsqrt(variance + eps)
