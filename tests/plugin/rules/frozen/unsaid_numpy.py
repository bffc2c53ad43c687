"""jdc-frozen: functions that declare arrays of JAX and return those of NumPy, which another module changes."""

# mypy: disable-error-code="return-value"

import jax
import jax.numpy as jnp
import numpy as np


def loaded(n: int) -> jax.Array:
    return np.zeros((n, 3))


def stacked(rows: list[float]) -> jnp.ndarray:
    out = np.zeros(len(rows))
    for at, each in enumerate(rows):
        out[at] = each
    return out


def parted(n: int) -> tuple[jax.Array, jax.Array]:
    return np.zeros(n), np.ones(n).reshape(-1, 1)


def of_jax(n: int) -> jax.Array:
    out = jnp.asarray(np.zeros(n))
    out[0] = 1  # E: jdc-frozen
    return out
