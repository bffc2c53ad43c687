"""Reads a variable of a module that has not run to its end."""

import jax.numpy as jnp
import parts_imported_lazily

SEEN = parts_imported_lazily.WIDTH


def zeros():
    return jnp.zeros(3)


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
