"""Registers states by an attribute of their module, and by a table."""

import dataclasses

import jax
import jax.numpy as jnp
import states_of_setup
from states_of_setup import ByTable as Tabled


def flatten(state: Tabled) -> tuple[tuple[jax.Array], None]:
    return (state.x,), None


for name in ("ByLoop",):
    cls = getattr(states_of_setup, name)
    jax.tree_util.register_dataclass(cls, [field.name for field in dataclasses.fields(cls)], [])
for key, flat in {Tabled: flatten}.items():
    jax.tree_util.register_pytree_node(key, flat, lambda _, parts: Tabled(*parts))

x = jnp.ones(2)
states_of_setup.by_loop(states_of_setup.ByLoop(x))
states_of_setup.by_table(x)
x.at[0].set(1)  # E: jdc-discarded
