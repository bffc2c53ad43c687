"""Classes whose objects functions of another module may be mapped over, of which nothing is certain."""

import jax
import jax.numpy as jnp
from functions_over_arrays import Rigid, anything, same
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Mixed:
    mean: Float[Array, "components dims"]
    weights: Float[Array, "components"]

    def weighted(self) -> Array:
        return jnp.sum(self.mean * self.weights)


def made() -> Mixed:
    return Mixed(jnp.zeros((4, 3)), jnp.zeros(4))


def stacked(mixed: Mixed) -> Mixed:
    return jax.vmap(same)(mixed)


def changed(mixed: Mixed) -> Mixed:
    return jax.vmap(anything)(mixed)


def moved(rigids: Rigid, points: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return jax.vmap(Rigid.moved)(rigids, points)


jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
