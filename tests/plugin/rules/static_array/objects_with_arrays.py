"""Static fields that hold objects with arrays, and layers, in classes of other libraries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@dataclass(frozen=True)
class Table:
    values: jax.Array
    name: str = "t"


class Norm(NamedTuple):
    mean: np.ndarray
    std: np.ndarray


@dataclass(frozen=True)
class Scalars:
    mass: jax.Array
    size: int = 2


@dataclass(frozen=True, eq=False)
class Identity:
    values: jax.Array


@flax.struct.dataclass
class State:
    x: jax.Array
    table: Table = flax.struct.field(pytree_node=False)  # E: jdc-static-array
    norm: Norm | None = flax.struct.field(pytree_node=False, default=None)  # E: jdc-static-array
    scalars: Scalars | None = flax.struct.field(pytree_node=False, default=None)
    identity: Identity | None = flax.struct.field(pytree_node=False, default=None)


class Net(eqx.Module):
    layer: eqx.nn.Linear = eqx.field(static=True)  # E: jdc-static-array
    act: eqx.nn.Lambda = eqx.field(static=True)
    drop: eqx.nn.Dropout = eqx.field(static=True)
    out: eqx.nn.Linear | None = eqx.field(static=True, default=None)  # E: jdc-static-array
    mlp: eqx.nn.MLP | None = eqx.field(static=True, default=None)  # E: jdc-static-array
    cells: tuple[eqx.nn.GRUCell, ...] = eqx.field(static=True, default=())  # E: jdc-static-array
    pair: tuple[eqx.nn.Linear, eqx.nn.MLP] | None = eqx.field(static=True, default=None)  # E: jdc-static-array
    mixed: tuple[eqx.nn.Linear, int] | None = eqx.field(static=True, default=None)
    acts: tuple[eqx.nn.Lambda, ...] = eqx.field(static=True, default=())
    good: eqx.nn.Linear | None = None


def make(seed: float) -> State:
    return State(
        jnp.ones(2),
        Table(jnp.full(3, seed)),
        Norm(np.ones(2), np.ones(2)),
        Scalars(jnp.array(1.0)),
        Identity(jnp.ones(3)),
    )


step = jax.jit(lambda s: s.x)
step(make(1.0))
step(make(1.0))


class Shared(NamedTuple):
    values: np.ndarray


class Compared(NamedTuple):
    values: np.ndarray

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Compared) and np.array_equal(self.values, other.values)

    def __hash__(self) -> int:
        return len(self.values)


@flax.struct.dataclass
class Grid:
    x: jax.Array
    shared: Shared = flax.struct.field(pytree_node=False)
    compared: Compared = flax.struct.field(pytree_node=False)


SHARED = Shared(np.ones(3))
grown = jax.jit(lambda g: g.x)
grown(Grid(jnp.ones(2), SHARED, Compared(np.ones(3))))
grown(Grid(jnp.zeros(2), SHARED, Compared(np.ones(3))))
