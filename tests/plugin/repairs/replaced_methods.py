"""Jitted functions in the place of methods, which a program may do: to JAX a jitted method is an object."""

from collections.abc import Callable
from functools import partial

import flax.struct
import jax
import jax.numpy as jnp


class Environment:
    @partial(jax.jit, static_argnums=0)
    def step(self, x: jax.Array) -> jax.Array:
        return x

    @partial(jax.jit, static_argnums=(0,))
    def reset(self, key: jax.Array) -> jax.Array:
        return key

    def plain(self, x: jax.Array) -> jax.Array:
        return x


class Game(Environment):
    def __init__(self) -> None:
        def step(x: jax.Array, y: jax.Array) -> jax.Array:
            return x + y

        self.step = jax.jit(step)
        self.reset = jax.jit(lambda key: key)
        self.reset = 3  # E: assignment
        self.step(jnp.ones(3), jnp.ones(3))


class Other(Environment):
    def __init__(self) -> None:
        def doubled(x: jax.Array) -> jax.Array:
            return 2 * x

        def added(x: jax.Array, y: jax.Array) -> jax.Array:
            return x + y

        self.plain = jax.jit(added)  # E: method-assign
        self.called: Callable[[str], jax.Array] = jax.jit(doubled)  # E: assignment


class Wrapper:
    def __init__(self, environment: Environment) -> None:
        self.environment = environment
        self.environment.reset = jax.jit(jax.vmap(self.environment.reset))
        for _ in range(2):
            self.environment.step = jax.jit(jax.vmap(self.environment.step))


environment = Environment()
environment.step, environment.reset = environment.reset, environment.step
environment.step(3, 4)  # E: call-arg


@flax.struct.dataclass
class State:
    x: jax.Array


class Replaceable(flax.struct.PyTreeNode):
    y: jax.Array


class Both(State, Replaceable):
    """Has a ``replace`` of each base."""


both = Both(jnp.ones(3), jnp.ones(2)).replace(x=jnp.zeros(3), y=jnp.zeros(2))
both = Both(jnp.ones(3), jnp.ones(2)).replace(z=jnp.zeros(3))  # E: call-arg
