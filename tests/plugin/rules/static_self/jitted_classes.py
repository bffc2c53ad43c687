"""Functions and methods under `jax.jit`, which another module calls."""

from dataclasses import dataclass
from functools import partial
from typing import Self

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Weights:
    w: jax.Array
    b: jax.Array

    @partial(jax.jit, donate_argnums=0)
    def stepped(self, g: jax.Array) -> Self:
        return self.replace(w=self.w - g)

    @jax.jit
    def kept(self, g: jax.Array) -> Self:
        return self.replace(w=self.w - g)


@dataclass
class UnlistedTable:
    rows: jax.Array


class Trainer:
    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.scales = [1.0]
        self.steps = 0
        self.seen: list[float] = []

    @partial(jax.jit, static_argnums=0, donate_argnums=1)
    def update(self, weights: Weights, g: jax.Array) -> Weights:
        return weights.replace(w=weights.w - self.rate * g, b=weights.b * 2)

    @partial(jax.jit, static_argnames=("self", "sizes"))
    def reshaped(self, x: jax.Array, sizes) -> jax.Array:
        return x.reshape(sizes)

    @partial(jax.jit, static_argnums=0)
    def scaled(self, x: jax.Array) -> jax.Array:
        self.seen.append(x.ndim)
        return x * self._factor() + sum(self.scales)

    def _factor(self) -> float:
        return self.rate * 2

    @partial(jax.jit, static_argnums=(0,))
    def plain(self, x: jax.Array) -> jax.Array:
        return x * 2

    def count(self) -> None:
        self.steps += 1


SIZES = (0, 1)


@partial(jax.jit, static_argnames=("sizes",))
def reshaped(x: jax.Array, sizes) -> jax.Array:
    return x.reshape(sizes)


@partial(jax.jit, static_argnums=SIZES)
def by_constant(x, sizes):
    return sizes


@partial(jax.jit, static_argnums=1)
def last(x: jax.Array, sizes) -> jax.Array:
    return x.reshape(sizes)


@jax.jit
def traced(x: jax.Array, sizes) -> jax.Array:
    return x + sizes[0]


@partial(jax.jit, donate_argnames="weights")
def trained(g: jax.Array, weights: Weights) -> Weights:
    return weights.replace(w=weights.w - g, b=weights.b + 1)


@partial(jax.jit, donate_argnums=0)
def measured(weights: Weights) -> jax.Array:
    return jnp.sum(weights.w)


@jax.jit
def looked_up(table, x: jax.Array) -> jax.Array:
    return table.rows * x


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
