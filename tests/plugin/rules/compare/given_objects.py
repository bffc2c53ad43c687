"""An object that is compared with what its owner was made of: the very same object, whose fields nobody looks at."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclasses.dataclass(frozen=True)
class Params:
    w: jax.Array
    b: jax.Array


class Simulation:
    def __init__(self, params: Params, n: int) -> None:
        self.params = params
        self.n = n


def keeps() -> None:
    params = Params(jnp.ones(2), jnp.ones(2))
    simulation = Simulation(params, 3)
    assert simulation.params == params
    assert params == simulation.params


def other() -> None:
    params = Params(jnp.ones(2), jnp.ones(2))
    simulation = Simulation(Params(jnp.ones(2), jnp.ones(2)), 3)
    assert simulation.params == params  # E: jdc-compare
