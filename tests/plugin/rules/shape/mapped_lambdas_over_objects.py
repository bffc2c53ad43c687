"""Objects that functions inside others are mapped over: their fields have an axis more."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Mixture:
    mean: Float[Array, "components dims"]
    weights: Float[Array, "components"]

    def weighted(self) -> Array:
        return jnp.sum(self.mean * self.weights)


def each(mixtures: Mixture, a: Float[Array, "n d"]) -> Array:
    return jax.vmap(lambda x: jax.vmap(lambda one: one.weighted() + x.sum())(mixtures).mean())(a)


jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
