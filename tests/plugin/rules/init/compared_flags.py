"""Changes behind a static field that is compared with text or with a member of an enumeration."""

import dataclasses
import enum
from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses
from jax.tree_util import register_dataclass


class Unit(enum.Enum):
    DEGREES = "deg"
    RADIANS = "rad"


@jax_dataclasses.pytree_dataclass
class Bearing:
    angle: jax.Array
    unit: jax_dataclasses.Static[str] = "deg"

    def __post_init__(self) -> None:
        if self.unit == "deg":
            object.__setattr__(self, "angle", jnp.deg2rad(self.angle))  # E: jdc-init


@flax.struct.dataclass
class Heading:
    angle: jax.Array
    unit: Unit = flax.struct.field(pytree_node=False, default=Unit.RADIANS)

    def __post_init__(self) -> None:
        if self.unit is Unit.DEGREES:
            object.__setattr__(self, "angle", jnp.deg2rad(self.angle))  # E: jdc-init


Heading(jnp.ones(3), Unit.DEGREES)


@register_dataclass
@dataclass
class Gain:
    level: jax.Array
    base: int = dataclasses.field(default=10, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.base != 10:
            pass
        else:
            self.level = 10 ** (self.level / 20)  # E: jdc-init


@flax.struct.dataclass
class Converted:
    angle: jax.Array
    unit: str = flax.struct.field(pytree_node=False, default="rad")

    def __post_init__(self) -> None:
        if self.unit == "deg":
            object.__setattr__(self, "angle", jnp.deg2rad(self.angle))
            object.__setattr__(self, "unit", "rad")


@flax.struct.dataclass
class NeverInDegrees:
    angle: jax.Array
    unit: str = flax.struct.field(pytree_node=False, default="rad")

    def __post_init__(self) -> None:
        if self.unit == "deg":
            object.__setattr__(self, "angle", jnp.deg2rad(self.angle))


NeverInDegrees(jnp.ones(3), "rad")


def read(angle: jax.Array, unit: str) -> NeverInDegrees:
    return NeverInDegrees(angle, unit)


@register_dataclass
@dataclass
class Wrapped:
    angle: jax.Array
    unit: str = dataclasses.field(default="deg", metadata={"static": True})

    def __post_init__(self) -> None:
        if self.unit == "deg":
            self.angle = self.angle % 360
        if self.unit == "deg" and self.angle.ndim == 0:
            self.angle = self.angle[None]
        if self.unit in ("gon", "turns"):
            self.angle = self.angle * 2
        if "deg" == self.unit[:3]:
            self.angle = self.angle + 0


class Marker:
    DEGREES = "deg"


@register_dataclass
@dataclass
class ComparedWithNames:
    angle: jax.Array
    unit: str = dataclasses.field(default="deg", metadata={"static": True})
    count: bool = dataclasses.field(default=True, metadata={"static": True})

    def __post_init__(self) -> None:
        if self.unit == Marker.DEGREES:
            self.angle = jnp.deg2rad(self.angle)
        if self.count == 1:
            self.angle = self.angle * 2
