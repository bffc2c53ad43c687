"""Sizes, functions and classes of which `parts_changed_from_outside` changes some."""

import jax.numpy as jnp

SIZE = 3
KEPT = 3
LATER = 3
LAST = 3


class Layer:
    width = 3
    depth = 3

    def build(self):
        return jnp.zeros(self.width)

    def other(self):
        return jnp.zeros(self.depth)


def combine(a, b):
    return a + b


def added(x):
    return combine(x, jnp.zeros(4))


def kept(x):
    return x + jnp.zeros(KEPT)


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
