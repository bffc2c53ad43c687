"""Classes that other modules register, which come to them without their names."""

import dataclasses

import jax
import jax.numpy as jnp
from registers_from_outside import make_trees_of, make_trees_of_caller


@dataclasses.dataclass
class LookedUpOutside:
    x: jax.Array


@dataclasses.dataclass
class KeyOutside:
    x: jax.Array


make_trees_of(__name__, "LookedUp")


@jax.jit
def looked_up(state: LookedUpOutside) -> jax.Array:
    return state.x


@jax.jit
def of_table(state: KeyOutside) -> jax.Array:
    return state.x


def run(x: jax.Array) -> None:
    looked_up(LookedUpOutside(x))
    jax.jit(lambda state: state.x)(KeyOutside(x))
    x.at[0].set(1)  # E: jdc-discarded


make_trees_of_caller("Key")
run(jnp.ones(2))
