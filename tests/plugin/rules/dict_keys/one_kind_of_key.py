"""Fields that take keys of two kinds, and the dicts with both or one of them that objects are given."""

import enum

import flax.struct
import jax
import jax.numpy as jnp

Key = str | int


class Side(enum.Enum):
    LEFT = 1
    RIGHT = 2


class Sole(enum.Enum):
    ALL = 1


@flax.struct.dataclass
class Table:
    columns: dict[Key, jax.Array]
    rows: dict[str | None, jax.Array]
    sides: dict[Side, jax.Array]  # E: jdc-dict-keys


@flax.struct.dataclass
class OfOneMember:
    totals: dict[Sole, jax.Array]


def by_name(side: Side) -> Table:
    return Table(columns={"a": jnp.ones(3), "b": jnp.ones(3)}, rows={}, sides={side: jnp.ones(3)})


def by_number(side: Side) -> Table:
    return Table(columns={0: jnp.ones(3), 1: jnp.ones(3)}, rows={"a": jnp.ones(3)}, sides={side: jnp.ones(3)})


@flax.struct.dataclass
class Both:
    columns: dict[Key, jax.Array]  # E: jdc-dict-keys
    rows: list[dict[str | None, jax.Array]]  # E: jdc-dict-keys
    numbers: dict[int | float, jax.Array]
    others: dict[Key, jax.Array]


NAMES_AND_NUMBERS = {"a": 1, 3: 2}


def both(x: jax.Array) -> Both:
    columns: dict[Key, jax.Array] = {"a": x, 1: x}
    return Both(columns, [{"a": x, None: x}], numbers={1: x, 2.0: x}, others={"a": x})
