"""Gives a module to a function of another that registers its classes."""

import jax
import jax.numpy as jnp
import states_given_on as states
from registers_from_outside import make_trees_of
from states_given_on import Given

make_trees_of(states)


@jax.jit
def doubled(state: Given) -> jax.Array:
    return state.x * 2


doubled(Given(jnp.ones(2)))
states.read(Given(jnp.ones(2)))
jnp.ones(2).at[0].set(1)  # E: jdc-discarded
