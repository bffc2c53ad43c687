"""Functions of NumPy convert arrays of JAX, and raise for the shapes as they do for their own."""

import jax
import jax.numpy as jnp
import numpy as np

TABLE = jnp.ones((3, 4))


def raising(rows: jax.Array) -> None:
    print(np.sum(TABLE, axis=2))  # E: jdc-shape
    print(np.concatenate([TABLE, np.ones((3, 5))]))  # E: jdc-shape
    print(np.matmul(TABLE, TABLE))  # E: jdc-shape
    print(np.add(TABLE, np.ones(3)))  # E: jdc-shape
    print(np.linalg.inv(TABLE))  # E: jdc-shape
    print(np.reshape(TABLE, (5, 2)))  # E: jdc-shape
    print(np.sum(rows.reshape(3, 4), axis=2))  # E: jdc-shape


def right(rows: jax.Array) -> None:
    print(np.sum(TABLE, axis=1), np.concatenate([TABLE, np.ones((3, 5))], axis=1))
    print(np.matmul(TABLE, TABLE.T), np.add(TABLE, np.ones(4)), np.linalg.inv(TABLE @ TABLE.T))
    print(np.sum(rows, axis=2), np.reshape(rows, (5, 2)))
    print(np.bitwise_and(jnp.ones(3, bool), np.ones(3, bool)), np.invert(jnp.ones(3, int)))
