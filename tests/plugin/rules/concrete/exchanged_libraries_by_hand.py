"""A module for NumPy and for `jax.numpy`, of which the import says the one or the other."""

import flax.struct
import jax
import numpy as np


def series(z):
    return jax.lax.cond(np.abs(z) < 0.5, lambda z: np.log(z), lambda z: z, z)


def both(z):
    if "jax" in np.__name__:
        return jax.vmap(series)(z)
    return np.sum(z)


@flax.struct.dataclass
class Bounds:
    low: float
    name: str = "bounds"


jax.jit(lambda bounds: bounds.low)(Bounds(1.0))  # E: jdc-data-leaf
