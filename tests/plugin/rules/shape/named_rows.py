"""jdc-shape: arrays with a named size where Python takes one number."""

import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float


def signed(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    if x > 0:  # E: jdc-shape
        return x
    return -x


def of_rows(x: Float[Array, " n"]) -> Float[Array, " n"]:
    if x > 0:
        return x
    return -x if x.any() else x


def summed(x: Float[Array, "n 3"]) -> Float[Array, "n 3"]:
    return x if jnp.all(x > 0) else -x


FLAGS = np.bool_(np.zeros(3))
ONES = jnp.bool_(np.ones(2)) & bool(1)
ANY = bool(np.zeros(3))  # E: jdc-shape
