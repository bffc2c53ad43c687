"""Results of functions under `jax.vmap` that mypy knows nothing of, and NumPy's linear algebra."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Float64, PRNGKeyArray


def samples(key: PRNGKeyArray) -> Float[Array, "7 2"]:
    return jax.vmap(lambda each: jax.random.normal(each, (2,)))(jax.random.split(key, 6))  # E: jdc-shape


def right_samples(key: PRNGKeyArray) -> Float[Array, "7 2"]:
    return jax.vmap(lambda each: jax.random.normal(each, (2,)))(jax.random.split(key, 7))


def gradients(w: Float[Array, "d"], x: Float[Array, "b d"], y: Float[Array, "b"]) -> Float[Array, "d"]:
    loss = lambda p, row, target: (row @ p - target) ** 2
    return jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, x, y)  # E: jdc-shape


def all_gradients(w: Float[Array, "d"], x: Float[Array, "b d"], y: Float[Array, "b"]) -> Float[Array, "b d"]:
    loss = lambda p, row, target: (row @ p - target) ** 2
    return jax.vmap(jax.grad(loss), in_axes=(None, 0, 0))(w, x, y)


def quantiles(x: Float[Array, "n m"]) -> Float[Array, "n 3"]:
    return jnp.quantile(x, jnp.array([0.1, 0.5, 0.9]), axis=1)  # E: jdc-shape


def solved(a: Float64[np.ndarray, "3 3"], b: Float64[np.ndarray, "4"]) -> Float64[np.ndarray, "3"]:
    np.linalg.solve(a, a[0])
    return np.linalg.solve(a, b)  # E: jdc-shape


def values(x: Float64[np.ndarray, "5 3"]) -> Float64[np.ndarray, "3 3"]:
    u, s, vt = np.linalg.svd(x, full_matrices=False)
    np.linalg.inv(vt[:2])  # E: jdc-shape
    if u.size:
        return np.linalg.svd(x, full_matrices=False)[1]  # E: jdc-shape
    return np.linalg.inv(vt) * np.linalg.norm(x, axis=0) * s
