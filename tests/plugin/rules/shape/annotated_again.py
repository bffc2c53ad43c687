"""A variable that gets an annotation after its first value: mypy reports that, and goes on with the first."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def again() -> jax.Array:
    y = jnp.zeros(3)
    y: Float[Array, "4"] = jnp.zeros(4)  # E: no-redef  # noqa: UP037
    return y + jnp.ones(4)


def unpacked(x: Float[Array, "n m"]) -> jax.Array:
    rows, count = x.sum(1), 1
    rows: Float[Array, "k 1"] = rows[:, None]  # E: no-redef
    taken = parts(rows)
    taken + jnp.ones((count, 4))
    return x + jnp.ones(3) + jnp.ones(4)  # E: jdc-shape


def parts(x: Float[Array, "n 1"]) -> jax.Array:
    return x * 2


assert again().shape == (4,)
