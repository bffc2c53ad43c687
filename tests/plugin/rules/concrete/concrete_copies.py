"""Fields of a parameter that a function gives the name of a changed copy: they stay tracers where nothing else says so."""

import dataclasses
from typing import Any, Self

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


@jax.jit
def under_another_name(state: State) -> State:
    new = state.replace(x=state.x + 1, size=4)
    if new.step > 3:  # E: jdc-concrete
        return new
    if new.x.sum() > 3:  # E: jdc-concrete
        return new
    return new if new.size > 3 else state


@struct.dataclass
class Pair:
    state: State


@dataclasses.dataclass
class Loose:
    x: jax.Array
    step: int

    def replace(self, **changes: Any) -> Self:
        return dataclasses.replace(self, **changes)


jax.tree_util.register_dataclass(Loose)


class OwnReplace(struct.PyTreeNode):
    x: jax.Array
    step: int

    def replace(self, **changes: Any) -> Self:  # E: jdc-name-clash
        return type(self)(self.x, 3)


@jax.jit
def of_a_field(pair: Pair) -> State:
    new = dataclasses.replace(pair.state, rate=pair.state.rate * 2)
    kept = pair.state.replace(rate=0.5)
    if kept.rate > 1:
        return kept
    return new if new.rate > 1 else kept  # E: jdc-concrete


@jax.jit
def of_a_copy(state: State) -> State:
    state = state.replace(rate=2.0)
    new = state.replace(x=state.x * 2)
    if new.rate > 1:
        return new
    return new if new.step > 1 else state  # E: jdc-concrete


@jax.jit
def bound_twice(state: State) -> State:
    new = state.replace(x=state.x * 2)
    new = State(new.x, 3)
    return new if new.step > 1 else state


@jax.jit
def written_to(state: Loose) -> Loose:
    new = state.replace(x=state.x * 2)
    new.step = 3
    fresh = dataclasses.replace(state, x=state.x)
    if fresh.x.sum() > 2:  # E: jdc-concrete
        return fresh
    return new if new.step > 1 else state


@jax.jit
def of_own_method(state: OwnReplace) -> OwnReplace:
    new = state.replace(x=state.x * 2)
    return new if new.step > 1 else state


@struct.dataclass
class Walk:
    place: jax.Array
    steps: int
    last: int = 0

    def stepped(self, by: float) -> "Walk":
        """Go on."""
        return self.replace(place=self.place + by, steps=self.steps + 1)

    def restarted(self) -> "Walk":
        return self.replace(steps=0)

    def noted(self) -> "Walk":
        return self.replace(last=self.steps)

    def given(self, last: int) -> "Walk":
        return self.replace(last=last)


@jax.jit
def walked(walk: Walk) -> jax.Array:
    for _ in range(3):
        walk = walk.noted()
        walk = walk.stepped(0.1)
    assert walk.last > 3  # E: jdc-concrete
    return walk.place[: walk.steps]  # E: jdc-concrete


@jax.jit
def walked_anew(walk: Walk) -> jax.Array:
    for _ in range(3):
        walk = walk.restarted()
        walk = walk.noted()
    assert walk.last == 0
    return walk.place[: walk.steps]


@jax.jit
def walked_to(walk: Walk) -> jax.Array:
    for last in range(3):
        walk = walk.given(last)
    return walk.place[: walk.last]
