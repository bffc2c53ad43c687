"""Fields whose types are recursive aliases, as those of optax and chex are."""

import dataclasses
from collections.abc import Iterable, Mapping
from typing import Any, Union

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc

Tree = Union[jax.Array, Iterable["Tree"], Mapping[Any, "Tree"]]  # noqa: UP007 - as optax writes it
Rows = list["Rows"] | tuple["Rows", ...] | dict[str, "Rows"] | jax.Array
Pair = tuple["Pair", int] | None


@flax.struct.dataclass
class State:
    params: Tree
    rows: Rows
    pair: Pair = None
    limit = 3
    static: Rows = flax.struct.field(pytree_node=False, default=None)

    def same(self, other: "State") -> bool:
        return bool(self.rows == other.rows and self.pair == other.pair)

    def changed(self, rows: Rows) -> "State":
        self.rows = rows  # E: jdc-frozen
        self.replace(rows=rows)  # E: jdc-discarded
        return self.replace(rows=rows)


@jdc.pytree_dataclass
class Own:
    params: Tree
    rows: Rows
    pair: Pair
    size: jdc.Static[Pair] = None


class Module(eqx.Module):
    params: Tree
    rows: Rows
    pair: Pair


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    params: Tree
    rows: Rows
    pair: Pair


@jax.jit
def jitted(state: State, own: Own, module: Module, registered: Registered, rows: Rows, pair: Pair) -> Rows:
    return state.rows


def loss(state: State, x: jax.Array) -> jax.Array:
    return jnp.sum(x)


def use(state: State, own: Own, module: Module, registered: Registered, rows: Rows, x: jax.Array) -> None:
    print(state == state.changed(rows), own in [own], module, registered)
    jitted(state, own, module, registered, rows, None)
    jax.grad(loss)(state, x)
    jax.lax.scan(lambda carry, _: (carry, None), state, None, 3)
    jax.tree.map(lambda leaf: leaf, state)  # E: jdc-discarded
    jax.vmap(loss)(state, x)
    State(rows, rows, static=[rows])
    Own(rows, rows, None)
