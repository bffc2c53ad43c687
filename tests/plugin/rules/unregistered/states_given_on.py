"""States of which a helper of another module gets the module, or its name."""

import dataclasses

import jax


@dataclasses.dataclass
class Given:
    x: jax.Array


@jax.jit
def read(state: Given) -> jax.Array:
    return state.x


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
