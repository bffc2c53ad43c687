"""Objects that functions of a partial are mapped over: their fields have an axis more."""

import functools

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Blended:
    mean: Float[Array, "components dims"]
    weights: Float[Array, "components"]

    def weighted(self, by: Float[Array, ""]) -> Array:
        return jnp.sum(by * self.mean * self.weights)


@jdc.pytree_dataclass
class Fixed:
    mean: Float[Array, "components dims"]
    weights: Float[Array, "components"]

    def weighted(self) -> Array:
        return jnp.sum(self.mean * self.weights)  # E: jdc-shape


def weighted(by: Float[Array, ""], blended: Blended) -> Array:
    return blended.weighted(by)


def kept(fixed: Fixed, x: Float[Array, "n"]) -> Array:
    return fixed.weights.sum() + x


def all_weighted(blended: Blended, by: Float[Array, ""]) -> Array:
    return jax.vmap(functools.partial(weighted, by))(blended)


def all_kept(fixed: Fixed, x: Float[Array, "m n"]) -> Array:
    return jax.vmap(functools.partial(kept, fixed))(x)


def made() -> Fixed:
    return Fixed(jnp.zeros((4, 3)), jnp.zeros(4))
