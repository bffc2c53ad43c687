"""A network of two layers that learns a sum."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


class Params(NamedTuple):
    w1: Float[Array, "4 16"]
    b1: Float[Array, "16"]
    w2: Float[Array, "16 1"]
    b2: Float[Array, "1"]


def init(key: jax.Array) -> Params:
    k1, k2 = jax.random.split(key, 2)
    w1 = jax.random.normal(k1, (4, 16)) * 0.1
    w2 = jax.random.normal(k2, (16, 1)) * 0.1
    return Params(w1, jnp.zeros(16), w2, jnp.zeros(1))


def predict(params: Params, x: Float[Array, "n 4"]) -> Float[Array, "n"]:
    hidden = jnp.tanh(x @ params.w1 + params.b1)
    out = hidden @ params.w2 + params.b2
    return out[:, 0]


def loss(params: Params, x: Float[Array, "n 4"], y: Float[Array, "n"]) -> Float[Array, ""]:
    return jnp.mean((predict(params, x) - y) ** 2)


params = init(jax.random.key(0))
x = jax.random.normal(jax.random.key(1), (32, 4))
y = x.sum(axis=1)
grads = jax.grad(loss)(params, x, y)
updated = Params(
    params.w1 - 0.1 * grads.w1,
    params.b1 - 0.1 * grads.b1,
    params.w2 - 0.1 * grads.w2,
    params.b2 - 0.1 * grads.b2,
)
assert loss(updated, x, y).shape == ()
