"""Fields of a parameter that a function gives the name of a changed copy: they stay tracers where nothing else says so."""

import dataclasses

import jax
import jax.numpy as jnp
from flax import struct


@struct.dataclass
class State:
    x: jax.Array
    step: int
    rate: float = 0.1
    size: int = struct.field(pytree_node=False, default=3)


@jax.jit
def advance(state: State) -> State:
    for _ in range(state.size):
        state = state.replace(x=state.x * 2)
    if state.step > 3:  # E: jdc-concrete
        return state
    while jnp.sum(state.x) > 1:  # E: jdc-concrete
        state = dataclasses.replace(state, x=state.x - 1)
    return state


@jax.jit
def renewed(state: State) -> State:
    state = state.replace(step=3, rate=state.rate * 2)
    if state.step > 3:
        return state
    if state.rate > 1:  # E: jdc-concrete
        return state
    state = state.replace(size=4)
    return state if state.size > 3 else state.replace(x=-state.x)


@jax.jit
def exchanged(state: State) -> State:
    state = state.replace(rate=2.0)
    state = state.replace(step=state.step + 1)
    if state.rate > 3:
        return state
    if state.step > 1:  # E: jdc-concrete
        return state
    return state


@jax.jit
def in_turns(state: State) -> State:
    state = state.replace(step=2, rate=0.5)
    state = state.replace(rate=state.step * 1.0)
    return state if state.rate > 1 else state.replace(x=-state.x)


@jax.jit
def other(state: State) -> State:
    state = state.replace(x=state.x)
    state = State(state.x, 3)
    return state if state.step > 1 else state.replace(x=-state.x)
