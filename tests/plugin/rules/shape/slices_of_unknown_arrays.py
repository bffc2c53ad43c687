"""Slices of which the start indices and the sizes are of different number, whatever the array."""

from typing import Any

import jax
import jax.numpy as jnp


def view(grid: Any, at: jax.Array, size: int) -> jax.Array:
    y, x = jnp.min(at, 0) + 2
    wrong = jax.lax.dynamic_slice(grid.cells, (y, x, 0), (size, size))  # E: jdc-shape
    return wrong + jax.lax.dynamic_slice(grid.cells, (y, x, 0), (size, size, 3))


def windows(x, start, sizes):
    return jax.lax.dynamic_slice(x, start, (2, 2)) + jax.lax.dynamic_slice(x, (0, 0, 0), sizes)
