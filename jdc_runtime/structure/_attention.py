"""Attention over the last two axes, as torch lays them out."""

from __future__ import annotations

from typing import TYPE_CHECKING

import jax
import jax.numpy as jnp

from ._arrays import asarray

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
        bias: numbers that broadcast to ``(..., heads, T, S)``, added to the scaled products.
        is_causal: position ``t`` sees positions ``0`` to ``t`` of ``key``, also where S is not T.
        scale: in place of ``1 / sqrt(size)``.

    Returns:
        ``(..., heads, T, size)``.

    Raises:
        TypeError: a mask that is not of booleans.
        ValueError: shapes that do not fit.

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
        bias = _broadcast("bias", asarray(bias), shape)
    q, k, v = (jnp.swapaxes(_merge_batch(x), 1, 2) for x in (query, key, value))
    out = jax.nn.dot_product_attention(q, k, v, bias, mask, scale=scale, is_causal=is_causal)
    return jnp.swapaxes(out, 1, 2).reshape(query.shape)


def _check(query: jax.Array, key: jax.Array, value: jax.Array) -> None:
    for name, array in (("query", query), ("key", key), ("value", value)):
        if array.ndim < 3:
            raise ValueError(f"{name} has shape {array.shape}, expected (..., heads, time, size)")
    if key.shape != value.shape:
        raise ValueError(f"key and value differ in shape: {key.shape} and {value.shape}")
    if query.shape[:-3] != key.shape[:-3] or query.shape[-1] != key.shape[-1] or query.shape[-3] % key.shape[-3]:
        raise ValueError(
            f"query {query.shape} and key {key.shape} do not fit: all but heads and time must be the same, and "
            "the heads of the query a multiple of those of the key"
        )


def _broadcast(name: str, array: jax.Array, shape: tuple[int, ...]) -> jax.Array:
    try:
        return _merge_batch(jnp.broadcast_to(array, shape))
    except ValueError as error:
        raise ValueError(
            f"{name} of shape {array.shape} does not broadcast to {shape}, the (..., heads, T, S) of query and key"
        ) from error


def _merge_batch(array: jax.Array) -> jax.Array:
    return array.reshape((-1, *array.shape[-3:]))
