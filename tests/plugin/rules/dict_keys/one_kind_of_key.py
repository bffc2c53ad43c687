"""Fields that take keys of two kinds, where the module keeps to one of them in each dict."""

import enum

import flax.struct
import jax
import jax.numpy as jnp

Key = str | int


class Side(enum.Enum):
    LEFT = 1


@flax.struct.dataclass
class Table:
    columns: dict[Key, jax.Array]
    rows: dict[str | None, jax.Array]
    sides: dict[Side, jax.Array]  # E: jdc-dict-keys


def by_name(side: Side) -> Table:
    return Table(columns={"a": jnp.ones(3), "b": jnp.ones(3)}, rows={}, sides={side: jnp.ones(3)})


def by_number(side: Side) -> Table:
    return Table(columns={0: jnp.ones(3), 1: jnp.ones(3)}, rows={"a": jnp.ones(3)}, sides={side: jnp.ones(3)})
