"""Functions under transformations, classes and variables whose names a module gives to two things.

mypy goes on with the first of them, and its own error for the second says so.
"""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from flax import nnx
from flax.training.train_state import TrainState


def two_functions() -> None:
    @jax.jit
    def applied(x: jax.Array) -> jax.Array:
        return x

    applied(jnp.ones(3))

    @jax.jit  # E: no-redef
    def applied(x: jax.Array, y: jax.Array) -> tuple[jax.Array, jax.Array]:
        return x, y

    first, second = applied(jnp.ones(3), jnp.ones(3))
    print(first, second)


@jax.jit
def schedule(start: float, slope: float, step: jax.Array) -> jax.Array:
    return start + slope * step


schedule = jax.jit(functools.partial(schedule, 1.0, 2.0))
schedule(jnp.ones(3))


@jax.vmap
def mapped(x: jax.Array) -> jax.Array:
    return x


def scope() -> None:
    @jax.jit
    def mapped(x: jax.Array, y: jax.Array) -> jax.Array:
        return x + y

    mapped(jnp.ones(3))  # E: call-arg


mapped(jnp.ones(3), 3)  # E: call-arg


class Model(nnx.Module):
    def __init__(self, rngs: nnx.Rngs) -> None:
        self.layer = nnx.Linear(2, 3, rngs=rngs)


def split() -> None:
    graph, state, rest = nnx.split(Model(nnx.Rngs(0)), nnx.Param, ...)
    state = dict(nnx.to_flat_state(state))
    for path in state:
        state[path].set_value(jnp.zeros(3))
    print(graph, rest.flat_state())


def former(state: TrainState) -> TrainState:
    return state


class TrainState(TrainState):  # E: no-redef
    target: jax.Array


def make(tx: Any) -> None:
    made = TrainState.create(apply_fn=len, params={}, target=jnp.ones(3), tx=tx)
    made = made.replace(target=jnp.zeros(3))
    print(made.target)


def step(state: TrainState) -> TrainState:
    return state.replace(target=jnp.zeros(3))
