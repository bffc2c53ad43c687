"""Attention over the last two axes, as torch lays them out."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp

from ._jax_functions import asarray, computing_dtype, limits

if TYPE_CHECKING:
    from jax.typing import ArrayLike


def scaled_dot_product_attention(  # noqa: PLR0913 - as many as torch has
    query: jax.Array,
    key: jax.Array,
    value: jax.Array,
    mask: ArrayLike | None = None,
    *,
    bias: ArrayLike | None = None,
    is_causal: bool = False,
    scale: float | None = None,
) -> jax.Array:
    """`jax.nn.dot_product_attention` with torch's order of axes: heads before time.

    Args:
        query: ``(..., heads, T, size)``.
        key: ``(..., heads, S, size)``; fewer heads that divide those of the query are shared among them.
        value: as ``key``.
        mask: booleans that broadcast to ``(..., heads, T, S)``; True takes part. A row without any True attends
            to everything alike (in torch it is NaN).
        bias: numbers that broadcast to ``(..., heads, T, S)``, added to the scaled products. ``-inf`` and
            ``jnp.finfo(dtype).min`` are as False in ``mask``.
        is_causal: position ``t`` sees positions ``0`` to ``t`` of ``key``, also where S is not T.
        scale: in place of ``1 / sqrt(size)``.

    Returns:
        ``(..., heads, T, size)``, of the dtype that JAX promotes query, key and value to.

    Raises:
        TypeError: a mask that is not of booleans, a bias that is.
        ValueError: shapes that do not fit, and keys of no time at all.

    """
    _check(query, key, value)
    shape = (*query.shape[:-1], key.shape[-2])
    if mask is not None:
        mask = asarray(mask)
        if mask.dtype != jnp.bool_:
            raise TypeError(
                f"mask is {mask.dtype}, expected bool, where True takes part; numbers to add go to bias=..."
            )
        mask = _broadcast("mask", mask, shape)
    if bias is not None:
        bias = asarray(bias)
        if bias.dtype == jnp.bool_:
            raise TypeError("bias is bool, expected numbers to add; booleans, where True takes part, go to mask=...")
        bias = _broadcast("bias", bias.astype(computing_dtype(bias)[0]), shape)
        seen = bias > limits(bias.dtype).min / 2  # JAX masks with a finite number, which may be above
        bias, mask = jnp.where(seen, bias, 0), seen if mask is None else seen & mask
    dtype, _ = computing_dtype(query, key, value)
    q, k, v = (jnp.swapaxes(_merge_batch(x.astype(dtype)), 1, 2) for x in (query, key, value))
    out = jax.nn.dot_product_attention(q, k, v, bias, mask, scale=scale, is_causal=is_causal)
    return jnp.swapaxes(out, 1, 2).reshape(query.shape)


def _check(query: jax.Array, key: jax.Array, value: jax.Array) -> None:
    for name, array in (("query", query), ("key", key), ("value", value)):
        if array.ndim < 3:
            raise ValueError(f"{name} has shape {array.shape}, expected (..., heads, time, size)")
    if key.shape != value.shape:
        raise ValueError(f"key and value differ in shape: {key.shape} and {value.shape}")
    if (
        query.shape[:-3] != key.shape[:-3]
        or query.shape[-1] != key.shape[-1]
        or not _divides(key.shape[-3], query.shape[-3])
    ):
        raise ValueError(
            f"query {query.shape} and key {key.shape} do not fit: all but heads and time must be the same, and "
            "the heads of the query a multiple of those of the key"
        )
    if not key.shape[-2]:
        raise ValueError(f"key and value of shape {key.shape} have no time to attend to")


def _divides(divisor: int, number: int) -> bool:
    return divisor > 0 and number % divisor == 0


def _broadcast(name: str, array: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    try:
        return _merge_batch(jnp.broadcast_to(array, shape))
    except ValueError as error:
        raise ValueError(
            f"{name} of shape {array.shape} does not broadcast to {shape}, the (..., heads, T, S) of query and key"
        ) from error


def _merge_batch(array: jax.Array) -> jax.Array:
    return array.reshape((math.prod(array.shape[:-3]), *array.shape[-3:]))
