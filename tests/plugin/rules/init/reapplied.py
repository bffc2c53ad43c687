"""jdc-init: calculations that change their own result, and those that do not."""

import math
from dataclasses import InitVar, dataclass, field

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


# Under names, in functions, with an `InitVar`; containers, texts and axes that grow


def to_radians(degrees: jax.Array) -> jax.Array:
    """Return an angle in radians."""
    return degrees * jnp.pi / 180


def wrapped(degrees: jax.Array) -> jax.Array:
    return degrees % 360


def endless(value: jax.Array) -> jax.Array:
    return endless(value)


@jdc.pytree_dataclass
class Padded:
    side: jax.Array
    heading: jax.Array
    gain: jax.Array
    padding: InitVar[float] = 1.0
    margin: InitVar[float] = 0.0

    def __post_init__(self, padding: float, margin: float) -> None:
        object.__setattr__(self, "side", self.side + 2 * padding)  # E: jdc-init
        object.__setattr__(self, "heading", to_radians(self.heading))  # E: jdc-init
        decibel = self.gain
        object.__setattr__(self, "gain", 10 ** (decibel / 20))  # E: jdc-init


@flax.struct.dataclass
class Growing:
    layers: tuple[jax.Array, ...]
    x: jax.Array
    y: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="")
    path: str = flax.struct.field(pytree_node=False, default="")
    sizes: tuple[int, ...] = flax.struct.field(pytree_node=False, default=())

    def __post_init__(self) -> None:
        object.__setattr__(self, "layers", (*self.layers, jnp.zeros(1)))  # E: jdc-init
        object.__setattr__(self, "x", self.x[None])  # E: jdc-init
        object.__setattr__(self, "y", self.y.T)  # E: jdc-init
        object.__setattr__(self, "name", f"model/{self.name}")  # E: jdc-init
        object.__setattr__(self, "path", "/" + self.path)  # E: jdc-init
        object.__setattr__(self, "sizes", (1, *self.sizes))  # E: jdc-init


@jax.tree_util.register_dataclass
@dataclass
class Listing:
    x: jax.Array
    sizes: list[int] = field(metadata={"static": True})  # E: jdc-static-type
    log: list[int] = field(metadata={"static": True})  # E: jdc-static-type
    names: set[str] = field(metadata={"static": True})  # E: jdc-static-type
    counts: tuple[int, ...] = field(metadata={"static": True})

    def __post_init__(self) -> None:
        self.counts += (1,)  # E: jdc-init
        self.sizes.append(1)  # E: jdc-init
        self.log = []
        self.log.append(1)
        self.names.add("x")


@flax.struct.dataclass
class Steady:
    layers: tuple[jax.Array, ...]
    side: jax.Array
    heading: jax.Array
    other: jax.Array
    start: jax.Array
    x: jax.Array
    margin: InitVar[float] = 0.0
    name: str = flax.struct.field(pytree_node=False, default="")
    sizes: tuple[int, ...] = flax.struct.field(pytree_node=False, default=())

    def __post_init__(self, margin: float) -> None:
        object.__setattr__(self, "layers", (*self.layers,))
        object.__setattr__(self, "side", self.side + 2 * margin)
        object.__setattr__(self, "heading", wrapped(self.heading))
        object.__setattr__(self, "other", endless(self.other))
        object.__setattr__(self, "start", jnp.zeros(()))
        object.__setattr__(self, "start", self.start + 1)
        object.__setattr__(self, "x", self.x[...])
        object.__setattr__(self, "name", f"{self.name}")
        object.__setattr__(self, "sizes", (*self.sizes, 1))
        object.__setattr__(self, "sizes", self.sizes[:1])


@flax.struct.dataclass
class Enlarged:
    padded: jax.Array
    joined: jax.Array
    stacked: jax.Array
    appended: jax.Array
    inverse: jax.Array
    turned: jax.Array
    moved: jax.Array
    weights: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "padded", jnp.pad(self.padded, (1, 1)))  # E: jdc-init
        object.__setattr__(self, "joined", jnp.concatenate([self.joined, jnp.zeros(1)]))  # E: jdc-init
        object.__setattr__(self, "stacked", jnp.stack((self.stacked, self.padded)))  # E: jdc-init
        object.__setattr__(self, "appended", np.append(self.appended, 0.0))  # E: jdc-init
        object.__setattr__(self, "inverse", jnp.linalg.inv(self.inverse))  # E: jdc-init
        object.__setattr__(self, "turned", self.turned.transpose(2, 0, 1))  # E: jdc-init
        object.__setattr__(self, "moved", jnp.transpose(self.moved, (2, 0, 1)))  # E: jdc-init
        object.__setattr__(self, "weights", jax.nn.softmax(self.weights))  # E: jdc-init


@flax.struct.dataclass
class OfOneSize:
    padded: jax.Array
    joined: jax.Array
    widths: int
    whole: jax.Array
    scores: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "padded", jnp.pad(self.padded, (0, 0)))
        object.__setattr__(self, "joined", jnp.concatenate([self.joined]))
        object.__setattr__(self, "whole", jnp.pad(self.whole, self.widths))
        object.__setattr__(self, "scores", jax.nn.log_softmax(self.scores))


@flax.struct.dataclass
class Floored:
    var: jax.Array
    low: jax.Array
    rate: jax.Array

    def __post_init__(self) -> None:
        var = jnp.maximum(self.var, 1e-8) + 1e-3
        object.__setattr__(self, "var", var)  # E: jdc-init
        object.__setattr__(self, "low", jnp.clip(self.low, 0, 1))
        object.__setattr__(self, "rate", jnp.minimum(jnp.multiply(self.rate, 2), 1e9))  # E: jdc-init
