"""Changes another module when it is imported."""

import jax.numpy as jnp
import parts_that_others_change as parts
from parts_that_others_change import Layer

parts.SIZE = 5
parts.combine = lambda a, b: jnp.concatenate([a, b])
setattr(Layer, "width", 7)


def change(module):
    module.LATER = 6


change(parts)
vars(parts)["LAST"] = 8


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
