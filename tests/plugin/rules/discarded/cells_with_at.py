"""Objects whose `at` is not the one of arrays."""

import jax
import jax.numpy as jnp


class Bag:
    def __init__(self) -> None:
        self.at: list[set[int]] = [set()]


def put(bag, item):
    bag.at[0].add(item)


def norm(x: jax.Array) -> jax.Array:
    return jnp.sqrt(jax.vmap(jnp.sum)(x))


def unchanged(x: jax.Array) -> jax.Array:
    x.at[0].set(1.0)  # E: jdc-discarded
    return x
