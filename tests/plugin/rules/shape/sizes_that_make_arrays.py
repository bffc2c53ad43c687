"""Functions that ask for a size to make an array of it, or to divide by it, calculate with none."""

import math

import jax
import jax.numpy as jnp
from jax import random
from jaxtyping import Array, Float, Int, PRNGKeyArray


def mask(x: Float[Array, "b t"], lengths: Int[Array, "b"]) -> Float[Array, ""]:
    seen = jnp.arange(x.shape[1]) < lengths  # E: jdc-shape
    return jnp.sum(x * seen) / x.shape[0]


def mask_columns(x: Float[Array, "b t"], lengths: Int[Array, "b"]) -> Float[Array, ""]:
    seen = jnp.arange(x.shape[1]) < lengths[:, None]
    return jnp.sum(x * seen) / x.shape[0]


def means(x: Float[Array, "n d"], nearest: Int[Array, "n"], c: Float[Array, "k d"]) -> Float[Array, "k d"]:
    member = jax.nn.one_hot(nearest, c.shape[0])
    print(member.T @ x / member.sum(0)[:, None])
    return member.T @ x / member.sum(0)  # E: jdc-shape


def noisy(x: Float[Array, "n d"], k: Float[Array, "n n"], noise: float) -> Float[Array, "n n"]:
    n, d = x.shape
    print(k + noise * jnp.eye(n), k / d)
    return k + noise * jnp.eye(d)  # E: jdc-shape


def grouped(x: Float[Array, "n d"], y: Float[Array, "m"]) -> Float[Array, "m"]:
    n, d = x.shape
    return x.reshape(n * d // 2, 2).sum(1) + y


def named_again(x: Float[Array, "n d"], k: Float[Array, "d d"]) -> Float[Array, "d d"]:
    n = x.shape[0]
    n = x.shape[1]
    return k + jnp.eye(n)


def attention(q: Float[Array, "h s d"], k: Float[Array, "h s d"]) -> Float[Array, "h s s"]:
    print(q @ k.mT / math.sqrt(q.shape[-1]))
    return q @ k / math.sqrt(q.shape[-1])  # E: jdc-shape


def positions() -> Float[Array, "64 32"]:
    where = jnp.arange(64)
    rates = jnp.exp(jnp.arange(0, 32, 2) * (-math.log(10000.0) / 32))
    table = jnp.zeros((64, 32)).at[:, 0::2].set(where[:, None] * rates)
    return table.at[:, 1::2].set(where * rates)  # E: jdc-shape


def keys(key: Array, other: PRNGKeyArray, n: int) -> None:
    a, b = jax.random.split(key, 3)  # E: jdc-shape
    a, b = random.split(other, num=4)  # E: jdc-shape
    a, b, c = random.split(other)  # E: jdc-shape
    some = random.split(other, 4)
    a, b = some  # E: jdc-shape
    a, b, c = random.split(key, 3)
    a, b = random.split(key)
    a, *others = random.split(key, 5)
    a, b = random.split(key, n)
    (a, b), c = random.split(key, (2, 2))


def of_neighbours(nodes: Float[Array, "n f"], to: Int[Array, "e"], edges: Float[Array, "e f"]) -> Float[Array, "n f"]:
    degree = jax.ops.segment_sum(jnp.ones_like(to), to, nodes.shape[0])
    total = jax.ops.segment_sum(edges, to, num_segments=nodes.shape[0])
    print(total / jnp.maximum(degree, 1)[:, None])
    return total / jnp.maximum(degree, 1)  # E: jdc-shape


def ramp(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    steps = jnp.linspace(0.0, 1.0, x.shape[0])
    print([x[row] * steps[row] for row in range(x.shape[0])], x * steps[:, None])
    return x * steps  # E: jdc-shape


def repeated(x: Float[Array, "n"], y: Float[Array, "m"], both: Float[Array, "nm"]) -> Float[Array, "nm"]:
    return jnp.repeat(x, y.shape[0]) * jnp.tile(y, x.shape[0]) * both
