"""Named sizes in named tuples and plain dataclasses that a function is given, which whoever makes the object chooses."""

import dataclasses
from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Float


class Bodies(NamedTuple):
    position: Float[Array, "n 3"]
    mass: Float[Array, "n"]

    def momentum(self) -> Array:
        return self.position * self.mass  # E: jdc-shape

    def weighted(self) -> Array:
        return self.position * self.mass[:, None]


@dataclasses.dataclass
class Points:
    one: Float[Array, "n d"]
    other: Float[Array, "m d"]

    def products(self) -> Float[Array, "n m"]:
        return self.one @ self.other.T

    def sums(self) -> Array:
        return self.one + self.other  # E: jdc-shape


@dataclasses.dataclass
class Equal:
    one: Float[Array, "n d"]
    other: Float[Array, "m d"]

    def __post_init__(self) -> None:
        if self.one.shape != self.other.shape:
            raise ValueError

    def sums(self) -> Array:
        return self.one + self.other


@dataclasses.dataclass(init=False)
class Same:
    one: Float[Array, "n d"]
    other: Float[Array, "m d"]

    def __init__(self, one: Array) -> None:
        self.one = self.other = one

    def sums(self) -> Array:
        return self.one + self.other


@dataclasses.dataclass
class Either:
    one: Float[Array, "n d"]
    other: Float[Array, "m d"] | None = None

    def sums(self) -> Array:
        if self.other is None:
            return self.one
        return self.one + self.other


def acceleration(bodies: Bodies) -> Array:
    print(bodies.position / bodies.mass[:, None])
    return bodies.position / bodies.mass  # E: jdc-shape


def distances(points: Points) -> Array:
    return points.one[:, None] - points.other


def differences(points: Points) -> Array:
    return points.one - points.other  # E: jdc-shape


def both(a: Points, b: Points) -> Array:
    return a.one + b.other


def main() -> None:
    acceleration(Bodies(jnp.zeros((5, 3)), jnp.ones(5)))
    differences(Points(jnp.zeros((5, 3)), jnp.zeros((4, 3))))
    both(Points(jnp.zeros((5, 3)), jnp.zeros((4, 3))), Points(jnp.zeros((4, 3)), jnp.zeros((5, 3))))
