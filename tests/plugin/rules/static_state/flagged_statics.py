"""Changes of static fields behind flags of Python: those that nobody sets, and those that are set."""

from __future__ import annotations

import os
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


class Settings:
    debug = False


@flax.struct.dataclass
class State:
    x: jax.Array
    n: int = flax.struct.field(pytree_node=False, default=0)

    def measured(self, debug: bool = False) -> State:
        if debug:
            return self.replace(n=self.x.sum())  # type: ignore[arg-type]
        return self

    def counted(self) -> State:
        return self.replace(n=self.n + 1)


def measured(state: State, debug: bool = False) -> State:
    if debug:
        return State(state.x, n=state.x.sum())  # type: ignore[arg-type]
    return state


def measured_unless_off(state: State, measure: bool = True) -> State:
    if not measure:
        return state
    return State(state.x, n=state.x.sum())  # type: ignore[arg-type]  # E: jdc-static-state


def measured_at_will(state: State, debug: bool = False) -> State:
    if debug:
        return State(state.x, n=state.x.sum())  # type: ignore[arg-type]  # E: jdc-static-state
    return state


start = State(jnp.ones(2))
jax.jit(measured)(start)
jax.jit(measured_unless_off)(start)
jax.jit(partial(measured_at_will, debug=True))(start)


@jax.jit
def measured_by_setting(state: State) -> State:
    if not Settings.debug:
        return state
    return State(state.x, n=state.x.sum())  # type: ignore[arg-type]


@jax.jit
def counted_by_environment(state: State) -> State:
    if os.environ.get("COUNT"):
        state = state.replace(n=state.n + 1)
    return state.replace(x=state.x + 1)


@jax.jit
def counted(state: State) -> State:
    state = state.replace(n=state.n + 1)  # E: jdc-static-state
    return state.replace(x=state.x + 1)


LAST = 3


@jax.jit
def counted_to_the_last(state: State) -> State:
    if state.n < LAST:
        return state.replace(n=state.n + 1)
    return state


@jax.jit
def counted_up_to_the_last(state: State) -> State:
    if state.n >= LAST:
        return state
    return state.replace(n=state.n + 1)


@jax.jit
def counted_in_a_loop(state: State) -> State:
    while state.n < LAST:
        state = State(state.x + 1, state.n + 1)
    return state


@jax.jit
def counted_until_done(state: State) -> State:
    is_done = state.n == LAST
    return state if is_done else state.replace(n=state.n + 1)


@jax.jit
def counted_in_tens(state: State) -> State:
    if state.n % 10 == 0:
        state = state.replace(x=state.x * 2)
    return state.replace(n=state.n + 1)  # E: jdc-static-state


@jax.jit
def counted_by_default(state: State, count: bool = False) -> State:
    return state.replace(n=state.n + 1 if count else state.n)


@jax.jit
def by_method(state: State) -> State:
    return state.measured()


def scanned(state: State, _: None, count: bool = False) -> tuple[State, None]:
    return (state.replace(n=state.n + 1) if count else state), None


def scanned_counting(state: State, _: None) -> tuple[State, None]:
    return state.replace(n=state.n + 1), None  # E: jdc-static-state


jax.lax.scan(scanned, start, None, length=2)
jax.lax.scan(scanned_counting, start, None, length=2)


class Environment:
    def __init__(self, count: bool = False) -> None:
        self.count = count

    def step(self, state: State) -> State:
        if self.count:
            return State(state.x, n=state.x.sum())  # type: ignore[arg-type]
        return state

    def scanned(self, state: State, _: jax.Array) -> tuple[State, None]:
        return (state.replace(n=state.n + 1) if self.count else state), None

    @partial(jax.jit, static_argnums=0)
    def jitted(self, state: State) -> State:
        return state.replace(n=state.n + 1) if self.count else state


environment = Environment()
jax.jit(environment.step)(start)
environment.jitted(start)
jax.lax.scan(environment.scanned, start, jnp.ones(2))
