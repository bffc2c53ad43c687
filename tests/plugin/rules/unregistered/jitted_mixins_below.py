"""A registered class below one of another module, and one that is not registered."""

import dataclasses

import jax
from jitted_mixins import Alone, StepMixin


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Solver(StepMixin):
    steps: int = 3


Solver().forcing(2)


def forced(alone: Alone) -> jax.Array:
    return alone.eta * jax.numpy.ones(3)


jax.jit(forced)(Alone())  # E: jdc-unregistered
