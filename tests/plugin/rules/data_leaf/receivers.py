"""jdc-data-leaf for objects whose methods are under a transformation."""

import dataclasses
from collections.abc import Callable
from functools import partial
from typing import Any

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


def clip(x: jax.Array) -> jax.Array:
    return jnp.clip(x, 0, 1)


@flax.struct.dataclass
class Optimizer:
    rate: float
    wrap: Callable[[jax.Array], jax.Array]
    extra: Any = None

    @jax.jit
    def step(self, x: jax.Array) -> jax.Array:
        return self.wrap(x) * self.rate

    @partial(jax.jit, static_argnums=0)
    def by_identity(self, x: jax.Array) -> jax.Array:
        return x

    def eager(self, x: jax.Array) -> jax.Array:
        return self.wrap(x) * self.rate

    @staticmethod
    @jax.jit
    def scale(x: jax.Array) -> jax.Array:
        return x * 2


@flax.struct.dataclass
class Named:
    x: jax.Array
    name: str

    @jax.jit
    def norm(self) -> jax.Array:  # E: jdc-data-leaf
        return jnp.linalg.norm(self.x)


class Module(eqx.Module):
    wrap: Callable[[jax.Array], jax.Array]

    @eqx.filter_jit
    def __call__(self, x: jax.Array) -> jax.Array:
        return self.wrap(x)


@flax.struct.dataclass
class Static:
    wrap: Callable[[jax.Array], jax.Array] = flax.struct.field(pytree_node=False)

    @jax.jit
    def step(self, x: jax.Array) -> jax.Array:
        return self.wrap(x)


def use(x: jax.Array, given: Optimizer) -> None:
    Optimizer(0.1, clip).step(x)  # E: jdc-data-leaf
    Optimizer(0.1, lambda x: x).step(x)  # E: jdc-data-leaf
    optimizer = Optimizer(0.1, clip)
    optimizer.step(x)  # E: jdc-data-leaf
    optimizer.eager(x)
    optimizer.scale(x)
    given.step(x)
    Named(x, "a").norm()
    Module(clip)(x)
    Static(clip).step(x)
    Optimizer(0.1, jax.tree_util.Partial(clip)).step(x)
    dataclasses.replace(given, rate=0.2).step(x)
