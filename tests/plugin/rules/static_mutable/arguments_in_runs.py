"""Static arguments of functions without annotations, as the run of a module shows them."""

import dataclasses
import functools
from typing import Any, NamedTuple

import jax
import jax.numpy as jnp


@dataclasses.dataclass
class Config:
    hidden: int = 4


@dataclasses.dataclass(frozen=True)
class Frozen:
    hidden: int = 4


@dataclasses.dataclass(eq=False)
class Same:
    hidden: int = 4


@dataclasses.dataclass(unsafe_hash=True)
class Hashed:
    hidden: int = 4


@dataclasses.dataclass
class Named:
    name: str
    hidden: int = 4

    def __hash__(self):
        return hash(self.name)


class Plain:
    def __init__(self):
        self.hidden = 4
        self.rows = [jnp.ones(3)]


@functools.partial(jax.jit, static_argnums=1)
def tiled(x, config):
    return jnp.tile(x, config.hidden)


def not_frozen():
    config = Config(hidden=3)
    return tiled(jnp.ones(2), config)  # E: jdc-static-mutable


def with_a_hash():
    tiled(jnp.ones(5), Frozen())
    tiled(jnp.ones(6), Same())
    tiled(jnp.ones(7), Hashed())
    tiled(jnp.ones(8), Named("a"))
    return tiled(jnp.ones(9), Plain())


class State(NamedTuple):
    packed: Any
    rate: float


def started(x):
    return State([x, jnp.zeros_like(x)], 0.1)


def updated(i, state):
    x, m = state.packed
    return state._replace(packed=[x - state.rate * m, m + i])


@functools.partial(jax.jit, static_argnums=(1, 2, 3))
def optimized(start, count, update, state):
    for i in range(count):
        state = update(start + i, state)
    return state


@functools.partial(jax.jit, static_argnums=(1, 2))
def optimized_along(start, count, update, state):
    for i in range(count):
        state = update(start + i, state)
    return state


def a_state():
    state = started(jnp.ones(3))
    optimized_along(0, 3, updated, state)
    return optimized(0, 3, updated, state)  # E: jdc-static-mutable


def sizes(n):
    return [n, n]


@functools.partial(jax.jit, static_argnames=("shape",))
def zeros(x, shape):
    return jnp.zeros(shape) + x.sum()


def lists():
    zeros(jnp.ones(10), shape=tuple(sizes(3)))
    return zeros(jnp.ones(11), shape=sizes(4))  # E: jdc-static-mutable
