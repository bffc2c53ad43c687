"""jdc-init: calculations that change their own result, and those that do not."""

import math
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc
import numpy as np


@jdc.pytree_dataclass
class Gain:
    level: jax.Array
    other: jax.Array

    def __init__(self, level: jax.Array, other: jax.Array) -> None:
        object.__setattr__(self, "level", 10 ** (level / 20))  # E: jdc-init
        object.__setattr__(self, "other", 10 ** (level / 20))


@jax.tree_util.register_dataclass
@dataclass
class Antenna:
    azimuth: jax.Array
    height: jax.Array

    def __post_init__(self) -> None:
        self.azimuth = self.azimuth * jnp.pi / 180  # E: jdc-init
        self.height = 1 / self.height  # E: jdc-init


@jax.tree_util.register_dataclass
@dataclass
class Angles:
    wrapped: jax.Array
    same: float
    whole: float
    size: jax.Array
    centred: jax.Array
    unknown: jax.Array
    shifted: jax.Array
    flipped: jax.Array

    def __post_init__(self) -> None:
        self.wrapped = self.wrapped % (2 * np.pi)
        self.same = self.same / 180 * 180
        self.whole = self.whole // 1
        self.size = jnp.abs(self.size)
        self.centred = self.centred - self.centred.mean()
        self.unknown = self.unknown * self.same
        self.shifted = (self.shifted + 180) % 360 - 180
        self.flipped = -self.flipped  # E: jdc-init


@flax.struct.dataclass
class Scale:
    log: jax.Array
    given: float

    def __post_init__(self) -> None:
        object.__setattr__(self, "log", math.e * jnp.exp(self.log / 2))  # E: jdc-init
        object.__setattr__(self, "given", max(self.given, 1e-6))
