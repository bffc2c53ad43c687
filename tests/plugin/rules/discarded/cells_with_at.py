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
