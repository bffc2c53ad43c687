"""jdc-static-state: static fields that a traced function changes."""

import dataclasses
import functools
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    step: int = flax.struct.field(pytree_node=False, default=0)
    note: Any = flax.struct.field(pytree_node=False, default=None)
    count: int = 0

    @jax.jit
    def stepped(self) -> "State":
        return self.replace(step=self.step + 1)  # E: jdc-static-state

    def plain(self) -> "State":
        return self.replace(step=self.step + 1)


def body(state: State, _: None) -> tuple[State, None]:
    return state.replace(x=state.x + 1, step=state.step + 1), None  # E: jdc-static-state


def loop(state: State) -> State:
    state, _ = jax.lax.scan(body, state, None, length=3)
    return jax.lax.while_loop(condition, again, state)


def condition(state: State) -> jax.Array:
    return state.x.sum() < 3


def again(state: State) -> State:
    return dataclasses.replace(state, step=2 * state.step)  # E: jdc-static-state


@jax.jit
def update(state: State, given: State) -> State:
    return state.replace(step=state.step - 1)  # E: jdc-static-state


@functools.partial(jax.jit, donate_argnums=0)
def leak(state: State) -> State:
    return state.replace(note=state.x.sum())  # E: jdc-static-state


def made(xs: jax.Array) -> State:
    return jax.vmap(lambda x: State(x, note=jnp.sum(x)))(xs)  # E: jdc-static-state


# Silent


@jax.jit
def good(state: State) -> State:
    return state.replace(x=state.x + 1, count=state.count + 1, note="a", step=3)


@jax.jit
def fixed(state: State, other: State) -> State:
    return State(state.x, step=other.step + 1, note=state.x.shape)


def host(state: State) -> State:
    for _ in range(3):
        state = state.replace(step=state.step + 1, note=state.x)
    return state


def called_elsewhere(state: State) -> State:
    return state.replace(step=state.step + 1)


def both(state: State) -> State:
    called_elsewhere(state)
    return jax.jit(called_elsewhere)(state)


def outer(state: State) -> State:
    @jax.jit
    def inner(x: jax.Array) -> jax.Array:
        return x + 1

    return state.replace(x=inner(state.x), step=state.step + 1)
