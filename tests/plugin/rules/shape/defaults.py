"""Defaults of fields, compared with the annotations."""

import dataclasses
from typing import Annotated

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int

import jdc_runtime as jdc


@flax.struct.dataclass
class State:
    position: Float[Array, "3"] = flax.struct.field(default_factory=lambda: jnp.zeros(3))
    velocity: Float[Array, "3"] = flax.struct.field(default_factory=lambda: jnp.zeros(4))  # E: jdc-shape
    step: Int[Array, ""] = flax.struct.field(default_factory=lambda: jnp.zeros(()))  # E: jdc-dtype
    named: Float[Array, "n"] = flax.struct.field(default_factory=lambda: jnp.zeros(9))
    maker: Float[Array, "3"] = flax.struct.field(default_factory=dict)
    sizes: Float[Array, "3"] | None = None


@jdc.pytree_dataclass
class Digit:
    image: Annotated[jax.Array, (..., 28, 28)] = dataclasses.field(
        default_factory=lambda: jnp.zeros((28, 27))  # E: jdc-shape
    )
    label: Annotated[jax.Array, (10,)] = jdc.field(default_factory=lambda: jnp.zeros((5, 10)))


class Converted(eqx.Module):
    x: Float[Array, "3"] = eqx.field(converter=jnp.asarray, default=0.0)
    y: Float[Array, ""] = eqx.field(default_factory=lambda: jnp.zeros(()))


@jdc.pytree_dataclass
class OwnConstructor:
    x: Float[Array, "3"] = jdc.field(default_factory=lambda: jnp.zeros(4))

    def __post_init__(self) -> None:
        pass
