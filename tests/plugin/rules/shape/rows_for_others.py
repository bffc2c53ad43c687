"""jdc-shape: rows of an object that another module puts together."""

from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Float, Int


class Batch(NamedTuple):
    images: Float[Array, "b 28 28"]
    labels: Int[Array, "b"]


def blank() -> Batch:
    return Batch(jnp.zeros((28, 28)), jnp.array(0))


def bright(label: int) -> Batch:
    return Batch(labels=jnp.array(label), images=jnp.ones((28, 28)))


def smaller(label: int) -> Batch:
    return Batch(jnp.ones((14, 14)), jnp.array(label))  # E: jdc-shape


def half(label: Int[Array, "b"]) -> Batch:
    return Batch(jnp.ones((28, 28)), label)  # E: jdc-shape
