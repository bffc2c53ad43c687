"""jdc-init for calculations with the numbers that fields have by default."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Annealed:
    """A field with a number for a default changes another, until an object is given another number."""

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


@flax.struct.dataclass
class Description:
    """Objects that other modules make may stay on the host."""

    axis: jax.Array

    def __post_init__(self) -> None:
        assert jnp.linalg.norm(self.axis) > 0
