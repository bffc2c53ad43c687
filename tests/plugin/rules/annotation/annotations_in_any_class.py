"""Annotations of jaxtyping raise when any class is made, not those of pytree dataclasses alone."""

from typing import Annotated

import jax
import jax.numpy as jnp
from flax import nnx, struct
from jaxtyping import Array, Float


class Recorder:
    rows: Float[Array, "*a *b"]  # E: jdc-annotation
    sums: Float[Array, "*a 3"]

    def __init__(self) -> None:
        self.rows = jnp.zeros(3)


class Model(nnx.Module):
    weights: Float[Array, "n, m"]  # E: jdc-annotation
    bias: Float[Array, "m"]


@struct.dataclass
class State:
    weights: Float[Array, "... 3 ..."]  # E: jdc-annotation
    bias: Annotated[jax.Array, (..., 3, ...)]  # E: jdc-annotation


class Tagged:
    notes: Annotated[jax.Array, (..., 3, ...)]
    """A tuple of the program's own: nothing reads it in such a class."""
