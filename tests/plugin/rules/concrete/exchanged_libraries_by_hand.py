"""A module for NumPy and for `jax.numpy`, of which the import says the one or the other."""

import jax
import numpy as np


def series(z):
    return jax.lax.cond(np.abs(z) < 0.5, lambda z: np.log(z), lambda z: z, z)


def both(z):
    if "jax" in np.__name__:
        return jax.vmap(series)(z)
    return np.sum(z)
