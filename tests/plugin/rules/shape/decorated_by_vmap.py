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


@partial(jax.vmap, in_axes=(0, None))
def turned(x: Float[Array, "time model"], w: Float[Array, "model out"]) -> Float[Array, "time out"]:
    return w @ x  # E: jdc-shape, jdc-shape


@jax.vmap
def pooled(x: Float[Array, "time model"]) -> Float[Array, "model"]:
    return x.mean(0)


@jax.vmap
def pooled_over_another(x: Float[Array, "time model"]) -> Float[Array, "model"]:
    return x.mean(1)  # E: jdc-shape


@jax.jit
@jax.vmap
def rotated(q: Float[Array, "4"], v: Float[Array, "3"]) -> Float[Array, "3"]:
    t = 2 * jnp.cross(q[1:], v)
    return v + q[0] * t


@jax.vmap
def rotated_by_all(q: Float[Array, "4"], v: Float[Array, "3"]) -> Float[Array, "3"]:
    t = 2 * jnp.cross(q[1:], v)
    return v + q * t  # E: jdc-shape


@partial(jax.vmap, in_axes=(0, None, None))
def weighted(x: Float[Array, "d"], y: Float[Array, "n d"], w: Float[Array, "n"]) -> Float[Array, "n"]:
    return jnp.sum((x - y) ** 2 / w, axis=-1)  # E: jdc-shape


@jax.vmap
def no_scalar(x: Float[Array, "3"]) -> Float[Array, ""]:
    return x * x  # E: jdc-shape


@partial(jax.vmap, in_axes=(0, None), out_axes=1)
def batch_of_columns(x: Float[Array, "n d"], w: Float[Array, "d e"]) -> Float[Array, "e n"]:
    return w.T @ x


@jax.vmap
def batch_of_products(x: Float[Array, "b 3"]) -> Float[Array, "b"]:
    return jnp.dot(x, jnp.ones(3))


@jax.vmap
def some_ranks(x: Float[Array, "*batch 3"]) -> Float[Array, "*batch"]:
    return x.sum(-1)
