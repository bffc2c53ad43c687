"""Sizes that `Annotated` calculates, fields with batch axes that are given on, and shapes that are unpacked."""

from typing import Annotated, Final

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc

ROWS: Final = 5
COLUMNS = 3


@jdc.pytree_dataclass
class Table:
    cells: Annotated[jax.Array, (ROWS + 1, 2 * COLUMNS), jnp.float32]
    half: Annotated[jax.Array, (..., ROWS // 2)]
    twice: Annotated[jax.Array, (..., (ROWS - 1) * 2)]
    power: Annotated[jax.Array, (..., ROWS**2)]


Table(jnp.zeros((6, 6)), jnp.zeros(2), jnp.zeros(8), jnp.zeros(24))
Table(jnp.zeros((5, 6)), jnp.zeros(2), jnp.zeros(8), jnp.zeros(25))  # E: jdc-shape
Table(jnp.zeros((6, 6)), jnp.zeros(3), jnp.zeros(8), jnp.zeros(25))  # E: jdc-shape
Table(jnp.zeros((6, 6)), jnp.zeros(2), jnp.zeros(9), jnp.zeros(25))  # E: jdc-shape


def padded(x: Annotated[jax.Array, (..., ROWS)]) -> Annotated[jax.Array, (..., ROWS + 1)]:
    return jnp.concatenate([x, jnp.zeros_like(x[..., :1])], axis=-1)


def not_padded(x: Annotated[jax.Array, (..., ROWS)]) -> Annotated[jax.Array, (..., ROWS + 1)]:
    return jnp.sin(x)  # E: jdc-shape


@jdc.pytree_dataclass
class Digit(jdc.EnforcedAnnotationsMixin):
    image: Annotated[jax.Array, (..., 28, 28), jnp.float32]
    label: Annotated[jax.Array, (..., 10), jnp.uint8]


def score(images: Annotated[jax.Array, (..., 28, 28), jnp.float32]) -> jax.Array:
    return images.mean(axis=(-2, -1))


def scored(digit: Digit) -> jax.Array:
    return score(digit.image)


def scored_by_label(digit: Digit) -> jax.Array:
    return score(digit.label)  # E: jdc-dtype, jdc-shape


def image_of(digit: Digit) -> Annotated[jax.Array, (..., 28, 28)]:
    digit.label.sum()
    return digit.image


def flat(digit: Digit) -> Annotated[jax.Array, (..., 28 * 28)]:
    return digit.image.reshape(*digit.image.shape[:-2], -1)


def not_flat(digit: Digit) -> Annotated[jax.Array, (..., 28, 28)]:
    return digit.image.reshape(*digit.image.shape[:-2], -1)  # E: jdc-shape


def flat_batch(x: Float[Array, "*b 28 28"]) -> Float[Array, "*b 28 28"]:
    return x.reshape(*x.shape[:-2], 784)  # E: jdc-shape


def some_order(x: Float[Array, "28 28"], axes: tuple[int, ...]) -> Float[Array, "28 28"]:
    return x.transpose(*axes)
