"""Fields that functions without annotations assign: of a copy that may be changed, and of the object itself before."""

import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@jdc.pytree_dataclass
class State:
    step: int
    x: jax.Array


def forget(state):
    state.step = 0  # E: jdc-frozen
    return state


def restart(state):
    state.step = 0
    return state


state = State(1, jnp.ones(3))
forget(state)
with jdc.copy_and_mutate(state) as new:
    restart(new)
