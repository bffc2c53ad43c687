"""jdc-init: a field that is calculated from itself and another field."""

from __future__ import annotations

from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@flax.struct.dataclass
class Shifted:
    x: jax.Array
    offset: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "x", self.x + self.offset)  # E: jdc-init


@register_dataclass
@dataclass
class Scaled:
    x: jax.Array
    scale: float

    def __post_init__(self) -> None:
        self.x = self.x * self.scale  # E: jdc-init


@register_dataclass
@dataclass
class Updated:
    x: jax.Array
    scale: float

    def __post_init__(self) -> None:
        self.x /= self.scale  # E: jdc-init


@register_dataclass
@dataclass
class Masked:
    x: jax.Array
    mask: jax.Array

    def __post_init__(self) -> None:
        self.x = self.x * self.mask


@register_dataclass
@dataclass
class Clipped:
    x: jax.Array
    low: float
    high: float
    period: float

    def __post_init__(self) -> None:
        self.x = jnp.clip(self.x, self.low, self.high)
        self.low = self.low % self.period


@register_dataclass
@dataclass
class Neutral:
    x: jax.Array
    gain: float = 1.0
    shift: jax.Array | None = None
    times: int = 1

    def __post_init__(self) -> None:
        self.x = self.x * self.gain * self.times


@register_dataclass
@dataclass
class Written:
    x: jax.Array
    gain: float

    def __post_init__(self) -> None:
        self.x = self.x * self.gain
        self.gain = 1.0


shifted = jax.jit(lambda each: each)(Shifted(jnp.ones(1), jnp.ones(1)))
assert shifted.x == 4.0
