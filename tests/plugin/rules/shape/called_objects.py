"""Objects that are called, under `jax.vmap` once and twice."""

from functools import partial

import jax
import jax.numpy as jnp
from equinox import Module
from jaxtyping import Array, Float


class Linear(Module):
    weight: Float[Array, "out in"]

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        return self.weight @ x


def dot(x: Float[Array, "n"], y: Float[Array, "n"]) -> Float[Array, ""]:
    return x @ y


layer = Linear(jnp.zeros((3, 4)))
layer(jnp.zeros(4))
layer(jnp.zeros((7, 4)))  # E: jdc-shape
Linear(jnp.zeros((3, 4)))(jnp.zeros((7, 4)))  # E: jdc-shape

jax.vmap(layer)(jnp.zeros((7, 4)))
jax.vmap(layer)(jnp.zeros(4))  # E: jdc-shape
jax.vmap(jax.vmap(layer))(jnp.zeros((7, 2, 4)))
jax.jit(jax.vmap(jax.vmap(layer)))(jnp.zeros((7, 2, 4)))
jax.vmap(jax.vmap(layer))(jnp.zeros((7, 4)))  # E: jdc-shape

jax.vmap(jax.vmap(dot, (0, None)), (None, 0))(jnp.zeros((7, 4)), jnp.zeros((3, 4)))
jax.vmap(jax.vmap(dot, (0, None)), (None, 0))(jnp.zeros((7, 4)), jnp.zeros((3, 5)))  # E: jdc-shape
jax.vmap(jax.vmap(dot, (0, None)), (None, 0))(jnp.zeros((7, 4)), jnp.zeros(4))  # E: jdc-shape

# Names of what transformations make of functions say nothing of objects.
table = jax.jit(jax.vmap(jax.vmap(partial(dot, jnp.zeros(3)), in_axes=1)))
table(jnp.zeros((2, 3, 4)))


class Affine(Module):
    weight: Float[Array, "out in"]

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        return self.weight @ x

    @classmethod
    def identity(cls, n: int) -> "Affine":
        return cls(jnp.eye(n))

    @staticmethod
    def ones(n: int) -> "Affine":
        return Affine(jnp.ones((n, 2)))


same, wide = Affine.identity(3), Affine.ones(4)
made = Affine.identity(5)
made(jnp.ones(5))
made(jnp.ones((7, 5)))  # E: jdc-shape
same(jnp.ones(3))
jax.vmap(made)(jnp.ones((7, 5)))
