"""Lists of a module that a function binds again: what they hold then may take a tracer as an index."""

# mypy: disable-error-code="assignment, var-annotated"

import jax
import jax.numpy as jnp

OFFSETS = []
TABLE = [1, 2, 3]
NAMES = ["a", "b"]


def prepare(counts: list[int]) -> None:
    global OFFSETS, TABLE
    OFFSETS = jnp.cumsum(jnp.asarray([0, *counts]))
    TABLE = jnp.asarray(TABLE)


@jax.jit
def shifted(x: jax.Array, place: jax.Array) -> jax.Array:
    print(NAMES[place])  # E: jdc-concrete
    return x + OFFSETS[place] + TABLE[place]
