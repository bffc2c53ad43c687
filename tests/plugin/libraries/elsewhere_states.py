"""Classes that `elsewhere_registry` registers, and some that it does not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any

import jax
import jax.numpy as jnp
import numpy as np


@dataclass(frozen=True)
class State:
    angle: jax.Array
    speed: jax.Array
    step: int = 0
    name: str = "pendulum"

    def advanced(self) -> State:
        return replace(self, angle=self.angle + self.speed)


@dataclass(frozen=True)
class Tagged:
    x: jax.Array
    tag: str  # E: jdc-data-leaf
    kind: str = "plain"


@dataclass
class Meter:
    total: jax.Array
    count: int


@dataclass(frozen=True)
class Normal:
    mean: jax.Array
    scale: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", jnp.log(self.scale))  # E: jdc-init


@dataclass(frozen=True)
class Positive:
    mean: jax.Array
    scale: jax.Array

    def __post_init__(self) -> None:
        object.__setattr__(self, "scale", jnp.abs(self.scale))


@dataclass
class Particles:
    position: jax.Array
    species: str = field(default="H", metadata={"static": True})
    cutoffs: np.ndarray | None = None


@dataclass
class Table:
    pairs: jax.Array
    cutoffs: np.ndarray = field(metadata={"static": True})  # E: jdc-static-array


@dataclass(frozen=True)
class Belief:
    mean: jax.Array
    frame: str


@dataclass(frozen=True)
class Sensor:
    gain: jax.Array
    kind: str
    fn: Callable[[jax.Array], jax.Array]


@dataclass(frozen=True)
class Marked:
    x: jax.Array
    n: int = field(default=2, metadata={"aux": True})


@dataclass
class Mesh:
    vertices: jax.Array
    name: str = "mesh"


@dataclass
class Line:
    start: jax.Array
    end: jax.Array
    cache: Any = None


class Sphere:
    def __init__(self, centre: jax.Array, radius: jax.Array, segments: int) -> None:
        self.centre = centre
        self.radius = radius
        self.segments = segments


class Edge:
    def __init__(self, a: jax.Array, b: jax.Array) -> None:
        self.a = a
        self.b = b

    def flat(self) -> tuple[tuple[jax.Array, jax.Array], None]:
        return (self.b, self.a), None

    @staticmethod
    def built(aux: None, children: tuple[jax.Array, jax.Array]) -> Edge:
        return Edge(*children)


class Ring:
    def __init__(self, rows: jax.Array, index: jax.Array, capacity: int) -> None:
        self.rows = rows
        self.index = index
        self.capacity = capacity

    def tree_flatten(self) -> tuple[tuple[jax.Array, jax.Array], int]:
        return (self.rows, self.index), self.capacity

    @classmethod
    def tree_unflatten(cls, aux: int, children: tuple[jax.Array, jax.Array]) -> Ring:
        return cls(*children, aux)


class Unmarked:
    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def tree_flatten(self) -> tuple[tuple[jax.Array], None]:
        return (self.x,), None

    def tree_unflatten(self, aux: None, children: tuple[jax.Array]) -> Unmarked:
        return Unmarked(*children)


class Box:
    def __init__(self, sides: jax.Array, table: np.ndarray) -> None:
        self.sides = sides
        self.table = table


@dataclass
class Misspelt:
    position: jax.Array
    velocity: jax.Array


@dataclass
class Missing:
    a: jax.Array
    b: jax.Array


@dataclass
class Diverging:
    x: jax.Array
    n: int


@dataclass
class Host:
    x: float
    log: list[str] = field(default_factory=list)
