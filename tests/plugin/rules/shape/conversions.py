"""jdc-shape: ``newaxis``, arrays of NumPy made of those of JAX, arrays that are fetched or waited for, and functions under another name."""

import jax
import jax.numpy as jnp
import numpy as np
from jaxtyping import Array, Float, Float32


def rows(x: Float[Array, "4 3"], y: Float[Array, "3"]) -> None:
    x @ y[:, jnp.newaxis]
    x[jnp.newaxis] @ x.T[np.newaxis]
    y[:, jnp.newaxis] + y[jnp.newaxis]
    x @ y[np.newaxis]  # E: jdc-shape
    x[jnp.newaxis] @ x[np.newaxis]  # E: jdc-shape
    y[np.newaxis, :] @ y[jnp.newaxis, :]  # E: jdc-shape
    column = y[:, jnp.newaxis]
    x @ column
    column @ x  # E: jdc-shape


def converted(x: Float32[Array, "4 3"], y: Float[Array, "*batch 3"]) -> None:
    np.asarray(x).reshape(6, 2)
    np.array(x, dtype=np.float64) @ np.ones(3)
    np.asarray(y).reshape(-1, 3)
    np.array([x, x]).reshape(2, 12)
    np.asarray(x).reshape(5, 2)  # E: jdc-shape
    np.array(x).T.reshape(5, 2)  # E: jdc-shape
    np.array([x, x]).reshape(4, 5)  # E: jdc-shape
    np.array([x, x.T])  # E: jdc-shape


def fetched(x: Float[Array, "4 3"], tree: tuple[Float[Array, "3"], Float[Array, "4"]]) -> None:
    jax.device_get(x).T @ x
    jax.block_until_ready(x) @ x.T
    x.block_until_ready() @ x.T
    first, second = jax.block_until_ready(tree)
    x @ first
    x @ jax.device_get(tree)[0]
    jax.device_get(x) @ x  # E: jdc-shape
    jax.block_until_ready(x) @ x  # E: jdc-shape
    x.block_until_ready() @ x  # E: jdc-shape


def renamed(x: Float[Array, "4 3"]) -> None:
    ones = jnp.ones
    x @ ones(3)
    x @ ones((3, 2))
    x @ ones(4)  # E: jdc-shape
    filled = jnp.ones if x.ndim else jnp.eye
    x @ filled(4)


def of_numpy(x: Float[Array, "4 3"], key: jax.Array) -> None:
    np.sum(x, axis=1) + jnp.ones(4)
    np.sum(x, axis=1) + jnp.ones(3)  # E: jdc-shape
    np.mean(x, axis=2)  # E: jdc-shape
    np.concatenate([x, jnp.ones((2, 3))]) @ jnp.ones(3)
    np.concatenate([x, jnp.ones((2, 4))])  # E: jdc-shape
    np.dot(x, np.ones(3))
    np.dot(x, x)  # E: jdc-shape
    np.reshape(x, (6, 2)) @ jnp.ones(2)
    np.reshape(x, (5, 2))  # E: jdc-shape
    rows = np.split(x, 2)
    np.stack(rows) @ jnp.ones(3)
    np.split(x, 3)  # E: jdc-shape
    np.linalg.norm(x, axis=1) * jnp.ones(3)  # E: jdc-shape
    np.add(x, jax.random.normal(key, (4, 4)))  # E: jdc-shape


def of_numpy_alone() -> None:
    rows = np.ones((4, 3))
    np.hanning(4) @ rows
    np.hanning(3) @ rows  # E: jdc-shape
    np.median(rows, axis=0) + rows
    np.median(rows, axis=1) + rows  # E: jdc-shape
    np.cross(rows, rows) @ np.ones(3)
    np.clip(rows, 0, np.ones(3)) @ np.ones(3)
    np.clip(rows, 0, np.ones(4))  # E: jdc-shape
    np.kron(rows, rows) @ np.ones(9)
    np.kron(rows, rows) @ np.ones(3)  # E: jdc-shape
    np.interp(np.ones(5), np.ones(3), np.ones(3)) + np.ones(5)
    np.hypot(rows, np.ones(4))  # E: jdc-shape


if __name__ == "__main__":
    a, b = jnp.ones((4, 3)), jnp.ones(3)
    seen = jax.device_get(jax.block_until_ready(a))
    seen @ b
    seen @ a  # E: jdc-shape
    a[:, jnp.newaxis] @ jnp.ones((3, 2))
    a[:, jnp.newaxis] @ jnp.ones((2, 2))  # E: jdc-shape
    np.asarray(a).reshape(5, 2)  # E: jdc-shape
