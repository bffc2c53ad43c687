"""Unions of array annotations that say the same of the shape: whatever array is given, its shape is known."""

import dataclasses
from typing import Optional, Union

import flax.struct
import jax.numpy as jnp
import numpy as np
from jax import Array
from jaxtyping import Bool, Float, Int, PyTree

# ruff: noqa: UP007, UP045 - every spelling counts

Either = Float[Array, "n 3"] | Float[np.ndarray, "n 3"]
Old = Union[Float[Array, "3"], Int[Array, "3"]]
Maybe = Optional[Union[Float[Array, "3"], Int[Array, "3"]]]


@flax.struct.dataclass
class Points:
    at: Either
    index: Int[Array, " n"] | Int[np.ndarray, " n"]
    weight: Float[Array, " n"] | float = 1.0
    flags: Bool[Array, " n"] | Int[Array, " n"] | None = None


def either(x: Float[Array, "3"] | Int[Array, "3"]) -> Float[Array, "3"]:
    return x * 1.0


def old(x: Old, y: Maybe = None, z: Float[Array, "2"] | Float[Array, "3"] | None = None) -> Old:
    return x


def tree(x: Float[Array, "3"] | PyTree, y: Float[Array, "a b"] | Int[Array, "b a"]) -> None: ...


def calls() -> None:
    either(jnp.zeros(3))
    either(jnp.arange(3))
    either(jnp.zeros(4))  # E: jdc-shape
    old(jnp.zeros(3), None)
    old(jnp.zeros(3), jnp.arange(3), jnp.zeros(2))
    old(jnp.zeros((3, 1)))  # E: jdc-shape
    old(jnp.zeros(3), jnp.arange(4))  # E: jdc-shape
    old(jnp.zeros(3)) + jnp.zeros(3)
    tree(jnp.zeros(7), jnp.zeros((3, 4)))
    tree({"a": 1}, jnp.zeros((4, 3), int))


def objects() -> None:
    points = Points(at=jnp.zeros((5, 3)), index=jnp.arange(5))
    Points(at=np.zeros((5, 3), np.float32), index=np.arange(5))
    Points(at=jnp.zeros((5, 2)), index=jnp.arange(5))  # E: jdc-shape
    Points(at=jnp.zeros((6, 3)), index=jnp.arange(4))  # E: jdc-shape
    Points(at=jnp.zeros((5, 3)), index=jnp.zeros(5))  # E: jdc-dtype
    Points(at=jnp.zeros((5, 3)), index=jnp.arange(5), weight=2.0, flags=jnp.ones(5, bool))
    Points(at=jnp.zeros((7, 3)), index=jnp.arange(7), weight=2.0, flags=jnp.ones(4, bool))  # E: jdc-shape
    points = dataclasses.replace(points, index=points.index + 1, flags=None)
