"""Named tuples as the carry of a loop: each field keeps its shape and dtype."""

from typing import Any, NamedTuple

import jax
import jax.numpy as jnp


class State(NamedTuple):
    step: Any
    goes_on: Any


class Pair(NamedTuple):
    x: Any
    y: Any = 0

    def __add__(self, other: Any) -> Any:
        return self.x + other


def search(limit: jax.Array) -> Any:
    def body(state):
        step = state.step + 1
        return State(step=step, goes_on=jnp.logical_and(step < limit, step > 0))

    good = State(goes_on=jnp.array(True), step=0)
    wrong = State(step=0, goes_on=jnp.array(1))
    jax.lax.while_loop(lambda state: state.goes_on, body, good)
    return jax.lax.while_loop(lambda state: state.goes_on, body, wrong)  # E: jdc-dtype


def summed(xs: jax.Array) -> Any:
    def turn(total, x):
        return State(total.step + 1, jnp.zeros(4)), x

    jax.lax.scan(turn, State(0, jnp.ones(4)), xs)
    return jax.lax.scan(turn, State(0, jnp.ones(3)), xs)  # E: jdc-shape


def fields(x: jax.Array) -> Any:
    state = State(jnp.zeros(3), jnp.ones((2, 2)))
    fine = state.step @ jnp.ones(3) + (Pair(jnp.ones(3), x) + jnp.ones((2, 3)))
    return fine + state.goes_on @ jnp.ones(3) + state[1] @ jnp.ones(3)  # E: jdc-shape, jdc-shape
