"""Objects that a scan collects by a lambda: their fields have an axis more."""

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Moving:
    place: Float[Array, "bodies axes"]
    mass: Float[Array, "bodies"]

    def moved(self, by: Float[Array, "axes"]) -> "Moving":
        return self.replace(place=self.place + by)


def start() -> Moving:
    return Moving(jnp.zeros((4, 3)), jnp.ones(4))


def path(moving: Moving, steps: Float[Array, "n axes"]) -> Moving:
    return lax.scan(lambda now, by: (now.moved(by), now), moving, steps)[1]


def centers(path: Moving) -> Array:
    return jnp.sum(path.place * path.mass, axis=1)


jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape


def total(moving: Moving) -> jax.Array:
    return moving.mass.sum()
