"""jdc-data-leaf: what a copy of an object is given that a transformation refuses."""

import dataclasses
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class State:
    x: jax.Array
    label: Any = None
    name: str = flax.struct.field(pytree_node=False, default="")


@register_dataclass
@dataclasses.dataclass
class Open:
    x: jax.Array
    label: Any = None


@jax.jit
def step(state: State) -> State:
    return state.replace(x=state.x + 1)


@jax.jit
def opened(state: Open) -> jax.Array:
    return state.x


def run(state: State, other: Open, label: Any) -> None:
    step(state.replace(label="first"))  # E: jdc-data-leaf
    step(dataclasses.replace(state, x=state.x, label={"a", "b"}))  # E: jdc-data-leaf
    named = state.replace(label="first")
    step(named)  # E: jdc-data-leaf
    state = state.replace(label="first")
    state = step(state)  # E: jdc-data-leaf
    opened(dataclasses.replace(other, label="first"))  # E: jdc-data-leaf
    jax.lax.fori_loop(0, 3, lambda i, s: s, state.replace(label="first"))  # E: jdc-data-leaf
    step(state.replace(label=jnp.zeros(3)))
    step(state.replace(label=label))
    step(state.replace(label=None))
    step(state.replace(name="first"))
    step(state.replace(label=3.0))
    changed = dataclasses.replace(other, label="first")
    changed.label = None
    opened(changed)


class Kept:
    def replace(self, label: str) -> State:
        return State(jnp.ones(len(label)))


def of_another(kept: Kept) -> None:
    step(kept.replace(label="first"))
