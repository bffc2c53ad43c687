"""Functions under `jax.vmap` as a decorator, whose annotations may mean a row or the batch."""

from functools import partial

import equinox
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


@partial(jax.vmap, in_axes=(0, None))
def affine(x: Float[Array, "d"], w: Float[Array, "d e"]) -> Float[Array, "e"]:
    return x @ w


@jax.jit
@jax.vmap
def length(x: Float[Array, "3"]) -> Float[Array, ""]:
    return jnp.sqrt(x @ x)


@jax.vmap
def of_batches(x: Float[Array, "b 3"], y: Float[Array, "b"]) -> Float[Array, "b"]:
    return x.sum() + y


@partial(jax.vmap, in_axes=1, out_axes=1)
def columns(x: Float[Array, "n"]) -> Float[Array, "n"]:
    return x / x.sum()


@equinox.filter_vmap(in_axes=(None, 0))
def filtered(w: Float[Array, "d"], x: Float[Array, "d"]) -> Float[Array, ""]:
    return w @ x


def mapped_with(axes: int) -> None:
    @partial(jax.vmap, in_axes=axes)
    def inner(x: Float[Array, "3"]) -> Float[Array, "3"]:
        return x

    inner(jnp.zeros((3, 4)))


affine(jnp.zeros((5, 3)), jnp.zeros((3, 2)))
affine(jnp.zeros((5, 3)), jnp.zeros((4, 2)))  # E: jdc-shape
affine(jnp.zeros((5, 3)), jnp.zeros(3))  # E: jdc-shape
length(jnp.zeros((5, 3)))
length(jnp.zeros((5, 4)))  # E: jdc-shape
length(jnp.zeros((2, 5, 3)))  # E: jdc-shape
length(jnp.zeros((5, 3))) + jnp.zeros(5)
of_batches(jnp.zeros((5, 3)), jnp.zeros(5))
of_batches(jnp.zeros((5, 3)), jnp.zeros(6))  # E: jdc-shape
columns(jnp.zeros((4, 5)))
columns(jnp.zeros((4, 5, 6)))  # E: jdc-shape
filtered(jnp.zeros(3), jnp.zeros((7, 3)))
filtered(jnp.zeros(3), jnp.zeros((7, 4)))  # E: jdc-shape
