"""The size that -1 stands for in ``reshape``, beside numbers and sizes with names."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def heads(x: Float[Array, "t 64"]) -> Float[Array, "8 t 8"]:
    return x.reshape(-1, 8, 8)  # E: jdc-shape


def rows(x: Float[Array, "b t 64"], w: Float[Array, "64 d"]) -> Float[Array, "t d"]:
    return x.reshape(-1, 64) @ w  # E: jdc-shape


def pairs(x: Float[Array, "n 6"]) -> Float[Array, "n 3"]:
    return x.reshape(-1, 3)  # E: jdc-shape


def turned_heads(x: Float[Array, "t 64"]) -> Float[Array, "8 t 8"]:
    return x.reshape(-1, 8, 8).swapaxes(0, 1)


def merged(x: Float[Array, "8 t 8"]) -> Float[Array, "t 64"]:
    return x.swapaxes(0, 1).reshape(-1, 64)


def flat(x: Float[Array, "b t 64"], w: Float[Array, "64 d"]) -> Float[Array, "b t d"]:
    batch, time, _ = x.shape
    return (x.reshape(-1, 64) @ w).reshape(batch, time, -1)


def halves(x: Float[Array, "n 6"]) -> Float[Array, "n 2"]:
    return x.reshape(-1, 3).sum(axis=1).reshape(-1, 2)


def doubled(x: Float[Array, "n 6"]) -> Float[Array, "2*n 3"]:
    return x.reshape(-1, 3)


def blocks(x: Float[Array, "n"]) -> Float[Array, "rows 4"]:
    return x.reshape(-1, 4)


def same(x: Float[Array, "n 3 5"]) -> Float[Array, "n 15"]:
    return x.reshape(-1, 15)


def images(x: Float[Array, "b 28 28"]) -> Float[Array, "b 784"]:
    return x.reshape(x.shape[0], -1)


a = jnp.zeros((3, 4))
jax.lax.reshape(a, (4, 3)) + jnp.zeros((4, 3))
jax.lax.reshape(a, (4, 3)) + jnp.zeros((3, 4))  # E: jdc-shape
