"""Arrays of which only the last axes are known: what operations on two of them say, and how many axes are tried."""

from typing import Annotated

import jax
import jax.numpy as jnp

import jdc_runtime as jdc

Pixels = Annotated[jax.Array, (..., 784), jnp.floating]
Codes = Annotated[jax.Array, (..., 16), jnp.floating]
Points = Annotated[jax.Array, (..., 3)]
Anything = Annotated[jax.Array, (...,), jnp.floating]


@jdc.pytree_dataclass
class Autoencoder:
    into: Annotated[jax.Array, (784, 128), jnp.floating]
    code: Annotated[jax.Array, (128, 16), jnp.floating]
    out: Annotated[jax.Array, (16, 784), jnp.floating]

    def encode(self, x: Pixels) -> Codes:
        return jnp.tanh(x @ self.into) @ self.out  # E: jdc-shape

    def decode(self, z: Codes) -> Pixels:
        return z @ self.code.mT  # E: jdc-shape

    def decoded(self, z: Codes) -> Pixels:
        return jax.nn.sigmoid(z @ self.out)


def moved(one: Points, other: Points) -> Annotated[jax.Array, (..., 4)]:
    return (one + other) * 2  # E: jdc-shape


def turned(points: Points, matrix: Annotated[jax.Array, (3, 3)]) -> Points:
    around = points - points.mean(-1, keepdims=True)
    around @ jnp.zeros((4, 3))  # E: jdc-shape
    return around @ matrix


def chosen(one: Points, other: Points, mask: Annotated[jax.Array, (...,), jnp.bool_]) -> Points:
    return jnp.where(mask, one, other) + jnp.where(mask[..., None], one, 0.0)


def pooled(x: Anything) -> Anything:
    return jax.lax.reduce_window(x, -jnp.inf, jax.lax.max, (1, 1, 2, 2), (1, 1, 2, 2), "VALID")


def convolved(x: Anything, kernel: Anything) -> Anything:
    return jax.lax.conv_general_dilated(x, kernel, (1, 1, 1), "SAME")


def patches(x: Anything) -> Anything:
    x.sum(axis=5) + jnp.zeros((2,) * 5)
    return x.transpose(0, 2, 4, 1, 3, 5)


def attended(q: Annotated[jax.Array, (...,), jnp.float32]) -> Anything:
    return jax.nn.dot_product_attention(q, q, q) + jnp.zeros((2, 5, 4, 8))
