"""Functions that are mapped inside others: what they are given there, and that no objects are mapped by them."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Mixture:
    mean: Float[Array, "components dims"]
    weights: Float[Array, "components"]

    def badly_weighted(self, x: Float[Array, "dims"]) -> Array:
        return jnp.sum((x - self.mean) ** 2 * self.weights)  # E: jdc-shape

    def weighted(self, x: Float[Array, "dims"]) -> Array:
        return jnp.sum((x - self.mean) ** 2 * self.weights[:, None])


def kernel(a: Float[Array, "n d"], b: Float[Array, "m d"]) -> Float[Array, "n"]:
    return jax.vmap(lambda x: jax.vmap(lambda y: jnp.exp(-jnp.sum((x - y) ** 2)))(b).mean())(a)
