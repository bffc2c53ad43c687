"""Fields that `equinox.static_field` writes, which came before `equinox.field(static=True)`."""

from typing import Any

import equinox as eqx
import jax
import jax.numpy as jnp
import numpy as np
from equinox import static_field


class System(eqx.Module):
    n_states: int = eqx.static_field(default=None, init=False)
    n_inputs: int = static_field(default=1, init=False)


class Spring(System):
    mass: float
    rate: float
    n_states = 2

    def vector_field(self, x: jax.Array) -> jax.Array:
        return jnp.array([x[1], -self.rate * x[0] / self.mass])


class Filter(eqx.Module):
    taps: jax.Array
    order: int = eqx.static_field()
    name: str = eqx.static_field(default="f")


def right() -> Any:
    spring = Spring(0.1, 0.2)
    states = np.zeros(spring.n_states), jnp.ones((spring.n_states, spring.n_inputs))
    noise = np.random.normal(size=(100, spring.n_states))
    return states, noise, Filter(jnp.ones(3), 2), Filter(jnp.ones(3), order=2, name="g"), spring.mass + 1.0


def wrong() -> Any:
    kernel = Filter(jnp.ones(3), 2)
    kernel.order = 3  # E: jdc-frozen
    sized = jnp.zeros(Filter(jnp.ones(3), 2).order) + jnp.zeros(3)  # E: jdc-shape
    return Spring(0.1, 0.2, 3), Filter(jnp.ones(3)), sized  # E: call-arg, call-arg
