"""Initial values, as torch draws them."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import jax

from jdc_runtime import random
from jdc_runtime.random._context import as_key

if TYPE_CHECKING:
    from collections.abc import Sequence


def key_or_fresh(rng: jax.Array | int | None) -> jax.Array:
    """Return ``rng``, a key or a seed, as a key, or the next key of `jdc_runtime.random.keys`."""
    return random.split() if rng is None else as_key(rng)


def uniform(rng: jax.Array, shape: Sequence[int], bound: float, dtype: Any) -> jax.Array:
    """Draw from ``-bound`` to ``bound``."""
    return jax.random.uniform(rng, tuple(shape), float if dtype is None else dtype, -bound, bound)


def weight_and_bias(
    rng: jax.Array | int | None, weight_shape: tuple[int, ...], *, bias: bool, dtype: Any
) -> dict[str, jax.Array]:
    """Draw both with the bound ``1 / sqrt(inputs)``; every axis of the weight but the first is inputs.

    torch writes this as ``kaiming_uniform_(a=sqrt(5))``.
    """
    weight_key, bias_key = jax.random.split(key_or_fresh(rng))
    bound = 1 / math.sqrt(math.prod(weight_shape[1:]))
    params = {"weight": uniform(weight_key, weight_shape, bound, dtype)}
    if bias:
        params["bias"] = uniform(bias_key, weight_shape[:1], bound, dtype)
    return params
