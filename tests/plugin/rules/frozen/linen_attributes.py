"""jdc-frozen: attributes of modules of flax.linen outside of setup."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable

import flax.linen as nn
import jax
import jax.numpy as jnp
from flax import linen


class Norm(linen.Module):
    momentum: float = 0.9
    size: int = 3

    @linen.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        mean = self.variable("stats", "mean", jnp.zeros, x.shape[-1:])
        self.count = 1  # E: jdc-frozen
        self.size += 1  # E: jdc-frozen
        self.a, b = 1, 2  # E: jdc-frozen
        mean.value = x.mean(0)
        mean.value += 1
        return x - mean.value


class Setup(nn.Module):
    features: int

    def setup(self) -> None:
        self.hidden = nn.Dense(self.features)
        self.features = 4  # E: jdc-frozen
        self.layers = [nn.Dense(3)]

    def __call__(self, x: jax.Array) -> jax.Array:
        self.seen = x  # E: jdc-frozen
        return self.hidden(x)

    def helper(self) -> None:
        self.other = 1


class Post(nn.Module):
    features: int

    def __post_init__(self) -> None:
        self.double = self.features * 2
        super().__post_init__()

    @nn.compact
    def __call__(self, x: jax.Array) -> jax.Array:
        try:
            self.x = 1
        except Exception:
            pass
        return nn.Dense(self.double)(x)


class Sub(Setup):
    more: int = 2

    def setup(self) -> None:
        super().setup()
        self.more = 3  # E: jdc-frozen
        self.features = 3  # E: jdc-frozen


class Declared(nn.Module):
    size: int
    table: jax.Array = dataclasses.field(init=False)
    act: Callable[[jax.Array], jax.Array] | None = None

    def setup(self) -> None:
        self.table = self.param("table", nn.initializers.ones, (3,))
        self.act: Callable[[jax.Array], jax.Array]
        self.size = 4  # E: jdc-frozen

    def __call__(self, x: jax.Array) -> jax.Array:
        self.scale: jax.Array
        return x * self.table
