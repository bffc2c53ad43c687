"""Changes behind a static field, which keeps its value when an object is rebuilt."""

import dataclasses
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass


@register_dataclass
@dataclass
class Angles:
    theta: jax.Array
    degrees: bool = dataclasses.field(default=False, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.degrees:
            self.theta = jnp.deg2rad(self.theta)  # E: jdc-init


Angles(jnp.ones(3), degrees=True)


@flax.struct.dataclass
class Level:
    level: jax.Array
    is_linear: bool = flax.struct.field(pytree_node=False, default=False)

    def __post_init__(self) -> None:
        if not self.is_linear:
            object.__setattr__(self, "level", 10 ** (self.level / 20))  # E: jdc-init


@register_dataclass
@dataclass
class NeverOn:
    theta: jax.Array
    degrees: bool = dataclasses.field(default=False, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.degrees:
            self.theta = jnp.deg2rad(self.theta)


NeverOn(jnp.ones(4), degrees=False)


def made(flag: bool) -> NeverOn:
    return NeverOn(jnp.ones(4), flag)


@register_dataclass
@dataclass
class TurnedOff:
    theta: jax.Array
    degrees: bool = dataclasses.field(default=True, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.degrees:
            self.theta = jnp.deg2rad(self.theta)
            self.degrees = False


@register_dataclass
@dataclass
class Clipped:
    theta: jax.Array
    is_clipped: bool = dataclasses.field(default=True, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.is_clipped:
            self.theta = jnp.clip(self.theta, 0.0, 1.0)


@register_dataclass
@dataclass
class Absolute:
    theta: jax.Array
    is_absolute: bool = dataclasses.field(default=True, metadata={"static": True})

    def __post_init__(self) -> None:
        self.theta = jnp.abs(self.theta) if self.is_absolute else self.theta


@register_dataclass
@dataclass
class Exchanged:
    theta: jax.Array
    is_raw: bool = dataclasses.field(default=True, metadata={"static": True})

    def __post_init__(self) -> None:
        if not self.is_raw:
            self.theta = jnp.exp(self.theta)
