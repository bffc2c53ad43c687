"""jdc-shape: rows of an object that ``jnp.stack`` puts together, in a module that maps nothing."""

from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Float


class Steps(NamedTuple):
    seen: Float[Array, "t d"]
    reward: Float[Array, "t"]


class Total(NamedTuple):
    seen: Float[Array, "t d"]
    number: Float[Array, ""]


def steps(count: int) -> Steps:
    rows = [Steps(jnp.zeros(3), jnp.zeros(())) for _ in range(count)]
    return Steps(jnp.stack([each.seen for each in rows]), jnp.stack([each.reward for each in rows]))


def total(count: int) -> Total:
    """A field without axes is no row of anything."""
    return Total(jnp.zeros(3), jnp.zeros(()) + count)  # E: jdc-shape
