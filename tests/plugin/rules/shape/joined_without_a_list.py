"""jdc-shape: arrays that are given one by one where a function takes a list, and subscripts behind an array."""

import jax.numpy as jnp
import numpy as np

a, b = jnp.zeros((2, 3)), jnp.ones((2, 3))


def joined() -> None:
    jnp.vstack([a, b])
    jnp.vstack(a)
    jnp.vstack((a, b), jnp.float32)
    jnp.hstack((a, b), dtype=a.dtype)
    jnp.vstack(a, b)  # type: ignore[call-overload] # E: jdc-shape
    jnp.hstack(a, b)  # type: ignore[call-overload] # E: jdc-shape


def subscripts() -> None:
    jnp.einsum("ij->i", a)
    jnp.einsum(a, [0, 1], [0])
    np.einsum("ij->i", np.zeros((2, 3)))
    jnp.einsum(a, "ij->i")  # type: ignore[call-overload] # E: jdc-shape
