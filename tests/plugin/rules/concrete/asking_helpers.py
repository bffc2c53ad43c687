"""Functions that ask for values, for functions of another module that hand what they are given on."""

from __future__ import annotations

import math
from collections.abc import Iterator

import jax
import jax.numpy
import jax.numpy as jnp


def length(x: jax.Array) -> float:
    return float(jnp.linalg.norm(x))


def root(rate: float) -> float:
    return math.sqrt(rate)


def first(x: jax.Array, n: int) -> jax.Array:
    return x[:n]


def noise(key: jax.Array, n: int) -> jax.Array:
    return jax.random.normal(key, (n, 2))


def largest(x: jax.Array) -> float:
    return x.max().item()


def size(x: jax.Array) -> int:
    return int(x.shape[0])


def repeated(x: jax.Array, n: int) -> jax.Array:
    return jnp.repeat(x, n, total_repeat_length=8)


def softened(x: jax.Array) -> jax.Array:
    return jnp.where(jax.numpy.sum(x) > 1, x / 2, x)


def if_float(x: jax.Array, kind: str) -> jax.Array:
    return x if kind != "float" else x * float("1.5")


def largest_parts(x: jax.Array) -> Iterator[float]:
    largest = float(jnp.max(x))
    yield largest


def parts(x: jax.Array) -> Iterator[float]:
    if x.sum() > 0:
        yield from (0.5, 1.0)


def with_parts(x: jax.Array) -> float:
    total = float(jnp.sum(x))

    def halves() -> Iterator[float]:
        yield total / 2

    return next(halves())


@jax.jit
def compiled(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x  # E: jdc-concrete
