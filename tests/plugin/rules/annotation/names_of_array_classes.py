"""The array in an annotation by any of its names: ``jnp.ndarray``, one that the program gives it."""

from typing import Annotated, TypeAlias

import jax
import jax.numpy as jnp
import numpy as np
from jax.numpy import ndarray
from jaxtyping import Float

import jdc_runtime as jdc

Own = jax.Array
Named: TypeAlias = jnp.ndarray
Either = jax.Array | np.ndarray
Metres = float


@jdc.pytree_dataclass
class Digit:
    image: Annotated[jnp.ndarray, (..., 28, ...), jnp.float32]  # E: jdc-annotation
    label: Annotated[Own, (10, -1)]  # E: jdc-annotation
    weight: Annotated[Either, (3,), (4,)]  # E: jdc-annotation
    width: Annotated[Metres, (0.0, 1.5)]
    height: Annotated[jnp.ndarray, "metres"]
    corner: Annotated[jnp.ndarray, (..., 2), jnp.float32]


def blur(image: Annotated[jnp.ndarray, (..., 28, ...)]) -> None: ...  # E: jdc-annotation


def sharpen(image: Annotated[ndarray, (28, -28)]) -> None: ...  # E: jdc-annotation


def shrink(image: Annotated[Own, (28, 2.5)]) -> None: ...  # E: jdc-annotation


def grow(image: Annotated[Named, (28, "wide")]) -> None: ...  # E: jdc-annotation


def measure(width: Annotated[Metres, (0.0, 1.5)], image: Annotated[Named, (28, 28)]) -> None: ...


def add(
    first: Float[jnp.ndarray, "21"],
    second: Float[Own, "21"],
    third: Float[Named, "21"],
    fourth: Annotated[Own, (21,)],
) -> Float[Named, "21"]:
    first + second + third + fourth
    first + jnp.zeros(22)  # E: jdc-shape
    second + jnp.zeros(23)  # E: jdc-shape
    third + jnp.zeros(24)  # E: jdc-shape
    fourth + jnp.zeros(25)  # E: jdc-shape
    return first[1:]  # E: jdc-shape


add(jnp.zeros(21), jnp.zeros(21), jnp.zeros(26), jnp.zeros(21))  # E: jdc-shape
