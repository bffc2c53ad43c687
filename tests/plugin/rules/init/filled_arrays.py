"""Constructors that calculate with arrays of ones, of zeros and with the identity."""

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Halved:
    rot: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "rot", self.rot / 2 + jnp.eye(3))  # E: jdc-init


@flax.struct.dataclass
class Raised:
    x: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "x", self.x + jnp.ones(3))  # E: jdc-init


@flax.struct.dataclass
class Diagonal:
    x: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "x", self.x * jnp.eye(3))


@flax.struct.dataclass
class WithoutDiagonal:
    x: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "x", self.x - self.x * jnp.eye(3))


@flax.struct.dataclass
class Unchanged:
    x: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "x", self.x * jnp.ones(3) + jnp.zeros(3))


@flax.struct.dataclass
class Bounded:
    x: jax.Array

    def __post_init__(self):
        object.__setattr__(self, "x", jnp.maximum(self.x, jnp.zeros(3)))
