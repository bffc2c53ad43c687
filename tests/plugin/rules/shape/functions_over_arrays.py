"""Functions that another module maps over arrays, or over objects of its own."""

from typing import Any, TypeVar

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc

T = TypeVar("T")


def centered(x: Float[Array, "n d"]) -> Float[Array, "n d"]:
    return x - x.mean(axis=0)


def scored(x: Array, weight: float) -> tuple[Array, Array]:
    return x * weight, x.sum()


def same(x: T) -> T:
    return x


def anything(x: Any) -> Any:
    return x


def unannotated(x):  # type: ignore[no-untyped-def]
    return x


@jdc.pytree_dataclass
class Rigid:
    turn: Float[Array, "3 3"]
    shift: Float[Array, "3"]

    def moved(self, point: Float[Array, "3"]) -> Float[Array, "3"]:
        return self.turn @ point + self.shift

    def shifted(self, points: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
        return points + jnp.zeros((2, 4))  # E: jdc-shape


def tripled(x: jax.Array) -> jax.Array:
    return 3 * x
