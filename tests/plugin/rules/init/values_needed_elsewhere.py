"""jdc-init where no object of a class is made here, and one that other modules make meets `jax.jit`."""

import dataclasses

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


@flax.struct.dataclass
class Simplex:
    logits: jax.Array
    temperature: jax.Array

    def __post_init__(self) -> None:
        if self.temperature <= 0.0:  # E: jdc-init
            raise ValueError("temperature must be positive")

    def probabilities(self) -> jax.Array:
        return jax.nn.softmax(self.logits / self.temperature)


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Line:
    start: jax.Array
    end: jax.Array

    def __post_init__(self) -> None:
        assert jnp.all(self.start < self.end)  # E: jdc-init


@flax.struct.dataclass
class Numbers:
    """A number may never go further than the host."""

    rate: float
    steps: int = 3

    def __post_init__(self) -> None:
        assert self.rate > 0
        assert self.steps > 0


@flax.struct.dataclass
class Guarded:
    rate: jax.Array

    def __post_init__(self) -> None:
        if not isinstance(self.rate, jax.core.Tracer):
            assert self.rate > 0


@jdc.pytree_dataclass
class NotRebuiltSo:
    rate: jax.Array

    def __post_init__(self) -> None:
        assert self.rate > 0


@flax.struct.dataclass
class MadeHere:
    rate: jax.Array

    def __post_init__(self) -> None:
        assert self.rate > 0


def rates() -> jax.Array:
    made = MadeHere(jnp.ones(()))
    return jax.grad(lambda rate: rate * made.rate)(1.0)


@flax.struct.dataclass
class Annealed:
    """What a field with a number for a default does to another, until an object is given another number."""

    reward: jax.Array
    weight: jax.Array
    mask: jax.Array
    gamma: float = 0.99
    scale: float = 1.0
    factor: float = 2.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "reward", self.reward * self.gamma)  # E: jdc-init
        object.__setattr__(self, "weight", self.weight * self.scale)
        object.__setattr__(self, "mask", self.mask * self.factor)
        object.__setattr__(self, "factor", 1.0)


@flax.struct.dataclass
class Shifted:
    x: jax.Array
    y: jax.Array
    z: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", self.x + jnp.ones_like(self.x))  # E: jdc-init
        object.__setattr__(self, "y", self.y + jnp.zeros_like(self.y))
        object.__setattr__(self, "z", self.z * (self.x > 0))
