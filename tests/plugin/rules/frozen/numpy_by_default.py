"""jdc-frozen: fields and variables that are declared arrays of JAX and hold arrays of NumPy."""

# mypy: disable-error-code="return-value, assignment, arg-type, dict-item, list-item, misc"

from dataclasses import dataclass, field
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np
from flax import struct


def made() -> jax.Array:
    return np.zeros(3)


def plain():
    return np.zeros(3)


def declared_of_numpy(n: int) -> np.ndarray:
    rows = np.zeros(n)
    return rows


def of_jax_unsaid():
    return jnp.zeros(3)


@dataclass
class Plain:
    a: jax.Array = field(default_factory=plain)
    b: jax.Array = field(default_factory=partial(declared_of_numpy, 3))
    c: jax.Array = field(default_factory=of_jax_unsaid)

    def fill(self) -> None:
        self.a[0] = 1.0
        self.b[0] = 1.0
        self.c[0] = 1.0  # E: jdc-frozen


@dataclass
class Table:
    rows: list[jax.Array] = field(default_factory=lambda: [np.zeros(2), np.ones(2)])
    grid: jax.Array = field(default_factory=partial(np.zeros, 4))
    found: jax.Array = field(default_factory=made)
    of_jax: jax.Array = field(default_factory=lambda: jnp.zeros(3))

    def fill(self) -> None:
        self.rows[0][1] = 2.0
        for row in self.rows:
            row[0] = 3.0
        self.grid[0] = 1.0
        grid = self.grid
        grid[1] = 3.0
        self.found[0] = 1.0
        self.of_jax[0] = 1.0  # E: jdc-frozen
        of_jax = self.of_jax
        of_jax[0] = 1.0  # E: jdc-frozen


@struct.dataclass
class Outer:
    @dataclass
    class Inner:
        x: jax.Array = field(default_factory=lambda: np.arange(3.0))
        y: jax.Array = field(default_factory=partial(jnp.zeros, 3))

    inner: Inner = struct.field(pytree_node=False, default_factory=Inner)

    def fill(self) -> None:
        self.inner.x[0] = 1.0
        x = self.inner.x
        x[1] += 2.0
        self.inner.y[0] = 1.0  # E: jdc-frozen


def variables(given: dict[str, jax.Array]) -> None:
    table = {"a": np.zeros(3)}
    one = table["a"]
    one[0] = 1.0
    rows: list[jax.Array] = [np.zeros(2) for _ in range(2)]
    rows[0][1] = 1.0
    for at, row in enumerate(rows):
        row[at] = 1.0
    first, second = rows
    first[0] = second[0] = 3.0
    named: dict[str, jax.Array] = {"x": np.zeros(2)}
    for values in named.values():
        values[0] = 1.0
    for _, value in named.items():
        value[0] = 1.0
    for each in given.values():
        each[0] = 1.0  # E: jdc-frozen
    of_jax: list[jax.Array] = [jnp.zeros(2) for _ in range(2)]
    for each in of_jax:
        each[0] = 1.0  # E: jdc-frozen
