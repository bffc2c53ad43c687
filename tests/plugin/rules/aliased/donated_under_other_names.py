"""Objects that are read after a donation under a name that they had before, or behind the loop that donates them."""

import functools
from typing import Any

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class State:
    x: jax.Array
    n: jax.Array


@functools.partial(jax.jit, donate_argnums=0)
def step(state: State) -> State:
    return state.replace(x=state.x + 1)


def difference(state: State) -> jax.Array:
    before = state
    state = step(state)
    return state.x - before.x  # E: jdc-aliased


def over_a_loop(state: State) -> jax.Array:
    start = state
    for _ in range(3):
        state = step(state)
    return state.x - start.x  # E: jdc-aliased


def in_a_loop(state: State, n: int) -> jax.Array:
    for i in range(n):
        old = state
        state = step(state)
        if i > 3:
            print(old.x)  # E: jdc-aliased
    return state.x


def behind_a_loop(states: list[State], last: State) -> jax.Array:
    for each in states:
        new = step(last)  # E: jdc-aliased
        print(new.x, each.n)
    return last.n * 2  # E: jdc-aliased


def bound_anew(state: State) -> jax.Array:
    for _ in range(3):
        new = step(state)
        state = new
    return state.x


def maybe(state: State, n: int) -> jax.Array:
    start = state
    if n > 2:
        state = step(state)
    return state.x - start.x


def another_object(state: State) -> jax.Array:
    start = state
    state = state.replace(x=state.x * 2, n=state.n + 1)
    state = step(state)
    return state.x - start.x


def copied(state: State) -> jax.Array:
    start = jax.tree.map(jnp.copy, state)
    state = step(state)
    return state.x - start.x


def of_no_turn(state: State, n: int) -> State:
    for _ in range(n):
        return step(state)
    return State(state.x, state.n)


def in_a_list(state: State, n: int) -> list[State]:
    return [step(state) for _ in range(n)]  # E: jdc-aliased


def in_a_list_of_others(states: list[State]) -> list[State]:
    return [step(state) for state in states]


def mapped(state: State) -> State:
    new = step(state)
    return jax.tree.map(lambda p, q: p - q, new, state)  # E: jdc-aliased


def mapped_by_name(state: State) -> State:
    new = step(state)
    return jax.tree.map(jnp.subtract, new, state)  # E: jdc-aliased


def of_shapes(state: State) -> Any:
    new = step(state)
    return new, jax.tree.map(lambda leaf: leaf.shape, state)
