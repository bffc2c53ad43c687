"""Fields that a replacement gives beside those that the constructor of the object made."""

import dataclasses
from typing import Annotated

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Belief(jdc.EnforcedAnnotationsMixin):
    mean: Annotated[jax.Array, (..., 4)]
    spread: Annotated[jax.Array, (..., 4, 4)]


@flax.struct.dataclass
class Camera:
    position: Float[Array, "3"]
    rotation: Float[Array, "3 3"]


many = Belief(jnp.zeros((7, 4)), jnp.zeros((7, 4, 4)))
one = Belief(jnp.zeros(4), jnp.eye(4))
a = many.replace(mean=jnp.ones((7, 4)))
b = many.replace(mean=jnp.ones((5, 4)), spread=jnp.ones((5, 4, 4)))
c = many.replace(spread=jnp.eye(4))  # E: jdc-batch
d = dataclasses.replace(many, mean=jnp.zeros((7, 1, 4)))  # E: jdc-batch
e = one.replace(mean=jnp.zeros((7, 4)))  # E: jdc-batch
g = one.replace(mean=jnp.ones(4))


def rows(points: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return jax.vmap(jnp.sum)(points)


camera = Camera(jnp.zeros(3), jnp.eye(3))
h = camera.replace(position=jnp.zeros((1, 3)))  # E: jdc-shape
Camera(jnp.zeros((5, 3)), jnp.eye(3))  # E: jdc-shape
Camera(jnp.zeros((5, 3)), jnp.zeros((5, 3, 3)))


def moved(given: Camera) -> Camera:
    return given.replace(position=jnp.zeros((5, 3)))
