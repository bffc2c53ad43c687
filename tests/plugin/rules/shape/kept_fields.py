"""Named sizes of fields that a copy keeps, in classes that check them while the program runs and in others."""

import dataclasses

import flax.struct
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Points(jdc.EnforcedAnnotationsMixin):
    at: Float[Array, "n 2"]
    weight: Float[Array, "n"]


@flax.struct.dataclass
class Unchecked:
    at: Float[Array, "n 2"]
    weight: Float[Array, "n"]


def checked() -> Points:
    points = Points(jnp.zeros((5, 2)), jnp.zeros(5))
    points = points.replace(weight=points.at[:, 0])
    points = Points(jnp.zeros((5, 2)), jnp.zeros(5))
    both = points.replace(at=jnp.zeros((3, 2)), weight=jnp.zeros(3))
    return dataclasses.replace(both, weight=jnp.zeros(3))


def wrong() -> tuple[Points, Points]:
    points = Points(jnp.zeros((5, 2)), jnp.zeros(5))
    one = points.replace(weight=points.at[0])  # E: jdc-shape
    other = dataclasses.replace(points, at=jnp.zeros((4, 2)))  # E: jdc-shape
    return one, other


def in_two_steps() -> Unchecked:
    points = Unchecked(jnp.zeros((5, 2)), jnp.zeros(5))
    longer = points.replace(at=jnp.zeros((6, 2)))
    return longer.replace(weight=jnp.zeros(6))
