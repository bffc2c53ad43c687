"""Functions that define a loss or a step and give it back, for another module that hands it to JAX."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Weights:
    w: jax.Array
    order: int
    name: str = flax.struct.field(pytree_node=False, default="")


def bounded(x: jax.Array) -> jax.Array:
    return x / 2 if x.max() > 2 else x


def make_penalty(scale: float):  # type: ignore[no-untyped-def]
    def penalty(weights: Weights, batch: jax.Array) -> jax.Array:
        powers = jnp.arange(weights.order)
        return (weights.w * batch).sum() * scale + powers.sum()

    return penalty


def make_declared(scale: float) -> Callable[[Weights, jax.Array], jax.Array]:
    if scale < 0:
        raise ValueError(scale)

    def declared(weights, batch):
        error = weights.w - batch
        if error.sum() > scale:
            return error.sum()
        return jnp.zeros(())

    return declared


def make_helped() -> Any:
    def helped(x: jax.Array) -> jax.Array:
        return bounded(x)

    return helped


def make_hidden(bounded: Callable[[jax.Array], jax.Array]) -> Any:
    def hidden(x: jax.Array) -> jax.Array:
        return bounded(x)

    return hidden


def make_static(steps: int) -> Any:
    def static(weights: Weights, count: int = 3) -> jax.Array:
        if weights.name and steps > 1 and weights.w.ndim > 0:
            return jnp.zeros((count, steps))
        return weights.w

    return static


def make_either(is_first: bool) -> Any:
    def first(x: jax.Array) -> jax.Array:
        return x[: int(x[0])]

    def second(x: jax.Array) -> jax.Array:
        return x

    if is_first:
        return first
    return second


def make_again(x: jax.Array) -> Any:
    def again(x: jax.Array) -> float:
        return float(x)

    again = jax.jit(again)  # type: ignore[assignment]
    x.at[0].set(1)  # E: jdc-discarded
    return again


def make_pair() -> Any:
    def counted(pair: tuple[jax.Array, int], size: int) -> jax.Array:
        return jnp.zeros(size) + pair[0]

    return counted
