"""Hands objects of classes of another module to transformations."""

from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from states_of_project import JittedElsewhere, MappedElsewhere, OnTheHost, StaticElsewhere
from states_of_project import ScannedElsewhere as Scanned
from states_of_project import TracedElsewhere as Traced

import jdc_runtime as jdc


@jax.jit
def step(state: Traced, x: jax.Array) -> jax.Array:
    return state.x + x


@partial(jax.jit, static_argnums=0)
def static_step(state: StaticElsewhere, x: jax.Array) -> jax.Array:  # E: jdc-static-mutable
    return state.x + x


def host(state: OnTheHost) -> jax.Array:
    return step(Traced(state.x, {}), state.x)


def scan() -> None:
    state = Scanned(jnp.ones(3), [])
    lax.scan(lambda carry, x: (carry, x), state, jnp.ones(3))


def norm(matrix: MappedElsewhere) -> jax.Array:
    return matrix.x.sum()


norms = jax.vmap(norm)
traced = jax.jit(lambda state: state.x)(JittedElsewhere(jnp.ones((2, 2))))


def set_afterwards(state: Traced, x: jax.Array) -> None:
    state.x = x  # E: jdc-frozen


@jdc.pytree_dataclass
class Namesake:
    x: jax.Array


@jax.jit
def step_of_namesake(state: Namesake) -> jax.Array:
    return state.x


print(step_of_namesake(Namesake(jnp.ones(3))))
