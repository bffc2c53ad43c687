"""jdc-shape: aliases of tuples from another module."""

import aliases_of_tuples
import jax.numpy as jnp
from aliases_of_tuples import State as Carried
from aliases_of_tuples import Tagged


def grown(state: Carried) -> Carried:
    x, count = state
    return x.sum(axis=0), count  # E: jdc-shape


def counted(state: aliases_of_tuples.State) -> int:
    return len(state[0])


def renamed(tagged: Tagged) -> Tagged:
    return tagged[0] + "x", tagged[1]


counted((jnp.ones((7, 3)), jnp.array(0)))
counted((jnp.ones(7), jnp.array(0)))  # E: jdc-shape
renamed(("a", jnp.ones(5)))
renamed(("a", jnp.ones((5, 1))))  # E: jdc-shape
