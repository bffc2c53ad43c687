"""Defaults under names, and factories that are objects."""

import dataclasses
from typing import Final

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np

ZEROS = jnp.zeros(3)
SIZES: Final = (1, 2)
NAMES = ["a", "b"]
RATE: Final = 0.1


class Config:
    pass


def ones() -> jax.Array:
    return jnp.ones(3)


class Maker:
    def __call__(self) -> float:
        return 1.0


@dataclasses.dataclass(frozen=True)
class Spec:
    rate: float = 0.1


@flax.struct.dataclass
class State:
    x: jax.Array
    zeros: jax.Array = ZEROS  # E: jdc-default
    sizes: tuple[int, int] = SIZES
    rate: float = RATE
    half: float = np.pi / 2
    spec: Spec = flax.struct.field(pytree_node=False, default=Spec())
    made: Spec = flax.struct.field(pytree_node=False, default_factory=Spec)
    called: Spec = flax.struct.field(pytree_node=False, default_factory=Spec())  # E: jdc-default
    given: jax.Array = flax.struct.field(default_factory=ones())  # E: jdc-default
    maker: float = flax.struct.field(default_factory=Maker())
    config: Config = flax.struct.field(pytree_node=False, default_factory=Config())  # E: jdc-default
