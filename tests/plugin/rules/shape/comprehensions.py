"""Names in comprehensions: items of arrays, ``zip``, ``enumerate``, ``range``, where no condition passes over any."""

from typing import Any

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def powers(x: Float[Array, "7"]) -> Float[Array, "7 3"]:
    return jnp.stack([x**i for i in range(3)])  # E: jdc-shape


def counted(x: Float[Array, "7"]) -> Float[Array, "7 3"]:
    return jnp.stack([x**i for i in range(1, 5)], axis=1)  # E: jdc-shape


def rows(x: Float[Array, "4 3"], y: Float[Array, "4 2"]) -> None:
    [row + jnp.zeros(4) for row in x]  # E: jdc-shape
    {i: row + jnp.zeros(4) for i, row in enumerate(x)}  # E: jdc-shape
    jnp.stack([jnp.outer(a, b) for a, b in zip(x, y, strict=True)]) + jnp.zeros((4, 2, 3))  # E: jdc-shape
    keys = jax.random.split(jax.random.key(0), 3)
    jnp.concatenate([jax.random.normal(key, (2,)) for key in keys]) + jnp.zeros(5)  # E: jdc-shape
    [x + jnp.zeros(2) for x in (jnp.zeros(3), jnp.ones(3))]  # E: jdc-shape
    [key + 1.0 for key in keys]  # E: jdc-dtype


def right(x: Float[Array, "4 3"], y: Float[Array, "4 2"], unknown: Any) -> Float[Array, "7 3"]:
    [row + jnp.zeros(3) for row in x]
    [row + jnp.zeros(4) for row in x if row.ndim == 2]
    [row + jnp.zeros(4) for row in unknown]
    [a + b for a in x for b in x.T[:1].T]
    [a + jnp.zeros(2) for a in (jnp.zeros(2), 1.0)]
    jnp.stack([jnp.outer(a, b) for a, b in zip(x, y, strict=True)]) + jnp.zeros((4, 3, 2))
    jnp.stack([a * i for i, a in enumerate(x)], axis=1) + jnp.zeros((3, 4))
    [
        jax.random.normal(key, size)
        for key, size in zip(jax.random.split(jax.random.key(0)), [(2, 3), (3,)], strict=True)
    ]
    columns = [[x, x], [x, x]]
    [jnp.stack(column) + jnp.zeros((2, 4, 3)) for column in zip(*columns, strict=True)]
    [jnp.stack(column) for column in zip(*unknown, strict=True)]
    row = jnp.zeros(4)
    [row * 2 for row in x]
    row + jnp.zeros(4)
    return jnp.stack([jnp.arange(7) ** i / 2 for i in range(3)], axis=1)
