"""jdc-frozen: fields that are declared arrays of JAX, of classes that the module gives arrays of NumPy."""

# mypy: disable-error-code="arg-type"

from dataclasses import dataclass

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Buffer:
    rows: jax.Array
    acts: jax.Array
    of_jax: jax.Array
    place: int = 0

    @classmethod
    def on_host(cls, n: int) -> "Buffer":
        acts = np.zeros(n)
        return cls(rows=np.zeros((n, 2)), acts=acts, of_jax=jnp.zeros(n))

    def push(self, at: int) -> None:
        self.rows[at] = 1.0
        self.of_jax[at] = 1.0  # E: jdc-frozen


def filled(n: int) -> Buffer:
    buffer = Buffer.on_host(n)
    buffer.rows[0] = 1.0
    buffer.acts[0] += 2.0
    rows = buffer.rows
    rows[1] = 3.0
    for row in buffer.rows:
        row[0] = 1.0
    return buffer


@dataclass
class Store:
    rows: jax.Array
    others: jax.Array


def stored(n):
    return Store(np.zeros(n), jnp.zeros(n))


def put(store: Store) -> None:
    store.rows[0] = 1.0
    store.others[0] = 1.0  # E: jdc-frozen


@dataclass
class Kept:
    rows: jax.Array


KEPT = Kept(rows=np.zeros(3))
KEPT.rows[0] = 1.0


@dataclass
class Plain:
    rows: jax.Array


def of_jax(x: jax.Array) -> Plain:
    return Plain(jnp.asarray(np.zeros(3)) + x)


def written(plain: Plain) -> None:
    plain.rows[0] = 1.0  # E: jdc-frozen
