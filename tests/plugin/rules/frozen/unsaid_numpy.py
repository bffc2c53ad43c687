"""jdc-frozen: functions that declare arrays of JAX and return those of NumPy, which another module changes."""

# mypy: disable-error-code="return-value, assignment, arg-type, dict-item, list-item, misc"

from typing import NamedTuple

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


def copied(x: jax.Array) -> jax.Array:
    seen = np.asarray(x)
    return seen.copy()


def copied_again(x: jax.Array) -> jax.Array:
    return copied(x)


def fetched(x: jax.Array) -> jax.Array:
    return jax.device_get(x).astype(np.float32)


def named(n: int) -> dict[str, jax.Array]:
    return {"x": np.zeros(n)}


def several(n: int) -> list[jax.Array]:
    return [np.zeros(n) for _ in range(2)]


def kept(store: dict[str, jax.Array], key: str) -> jax.Array:
    if key not in store:
        store[key] = np.zeros(3)
    return store[key]


def several_of_jax(n: int) -> list[jax.Array]:
    return [jnp.asarray(np.zeros(n)) for _ in range(2)]


def shifted(x: jax.Array) -> jax.Array:
    return x + np.pi


class Loader:
    rows: jax.Array
    made: jax.Array

    def __init__(self, n: int) -> None:
        self.rows = np.zeros((n, 2))
        self.made = jnp.asarray(np.zeros((n, 2)))

    @property
    def first(self) -> jax.Array:
        return self.rows[0]

    def row(self, at: int) -> jax.Array:
        return self.rows[at]

    def made_row(self, at: int) -> jax.Array:
        return self.made[at]

    @staticmethod
    def zeros(n: int) -> jax.Array:
        return np.zeros(n)


class Lazy:
    kept: jax.Array | None = None

    @property
    def table(self) -> jax.Array:
        if self.kept is None:
            self.kept = np.zeros(3)
        return self.kept


def halves(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    a, b = np.split(np.array(x), 2)
    return a, b


def tables(keys: list[str]) -> dict[str, jax.Array]:
    found: dict[str, jax.Array] = {}
    for key in keys:
        found[key] = np.zeros(3)
        found[key][0] = 1
    return found


class Place(NamedTuple):
    x: jax.Array


def begun(n: int) -> Place:
    return Place(np.zeros(n))


def begun_by_jax(n: int) -> Place:
    return Place(jnp.zeros(n))


BUFFER: jax.Array = np.zeros(4)
TABLE: dict[str, jax.Array] = {"a": np.zeros(2)}
MADE: jax.Array = jnp.zeros(4)
