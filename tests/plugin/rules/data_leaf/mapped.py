"""jdc-data-leaf: objects that a map over trees has made."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    name: str


def total(state):
    return state.x.sum()


def run(state: State) -> None:
    numbers = jax.tree.map(lambda leaf: 0 if isinstance(leaf, str) else leaf, state)
    jax.jit(total)(numbers)
    jax.jit(total)(jax.tree_util.tree_map(jnp.size, state))
    jax.jit(total)(state)  # E: jdc-data-leaf
