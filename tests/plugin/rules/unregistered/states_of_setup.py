"""States that another module registers before it runs anything."""

import dataclasses

import jax


@dataclasses.dataclass
class ByLoop:
    x: jax.Array


@dataclasses.dataclass
class ByTable:
    x: jax.Array


@jax.jit
def by_loop(state: ByLoop) -> jax.Array:
    return state.x


def by_table(x: jax.Array) -> jax.Array:
    x.at[0].set(1)  # E: jdc-discarded
    return jax.jit(lambda state: state.x)(ByTable(x))
