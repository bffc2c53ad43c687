"""Named tuples and what uses them: another module hands them to these functions."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
from flax import struct


class Row(NamedTuple):
    """Rows that were stored, and how many."""

    data: jax.Array
    size: jax.Array
    names: tuple[str, ...] = ()

    def to_array(self) -> jax.Array:
        """Return one array."""
        return self.data * self.size

    def asserted(self) -> "Row":
        """Return the rows, if there are any."""
        assert self.size > 0
        return self


class Holder(NamedTuple):
    """A named tuple in another."""

    row: Row


@struct.dataclass
class Storage:
    """Functions of a store."""

    length: int = struct.field(pytree_node=False)

    def sample(self, row: Row, key: jax.Array) -> jax.Array:
        """Return one of the rows that are there."""
        most = max(int(row.size), 1)
        return row.data[jax.random.randint(key, (), 0, most)]

    def first(self, row: Row) -> jax.Array:
        """Return the first row."""
        return row.data[: self.length]

    def grow(self) -> None:
        """Write into an object that cannot change."""
        self.length = 3  # E: jdc-frozen


def grown(row: Row) -> jax.Array:
    """Return the rows, twice if there are few."""
    if row.size < 3:
        return jnp.concatenate([row.data, row.data])
    return row.data


def held(holder: Holder) -> float:
    """Return the number of rows."""
    return float(holder.row.size)


def named(row: Row) -> jax.Array:
    """Return the rows; the names are no arrays."""
    if len(row.names) > 2:
        return row.data[:2]
    return row.data
