"""jdc-compare: objects that the module makes where they are compared or hashed."""

import dataclasses
from functools import partial

import chex  # type: ignore[import-untyped]
import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Linear(eqx.Module):
    weight: jax.Array


@flax.struct.dataclass
class Node:
    pos: jax.Array
    vel: jax.Array


@chex.dataclass(frozen=True)
class Loose:
    pos: chex.Array


@chex.dataclass(frozen=True)
class Number:
    pos: chex.Array


@flax.struct.dataclass
class Edge:
    ends: jax.Array
    name: str = flax.struct.field(pytree_node=False, default="")

    def __hash__(self) -> int:
        return hash(self.ends)  # E: jdc-compare

    def key(self) -> int:
        return hash((self.name, self.ends))  # E: jdc-compare

    def shape_key(self) -> int:
        return hash((self.name, self.ends.shape))


class Cell(eqx.Module):
    weight: jax.Array

    def __hash__(self) -> int:
        return id(self)


def keys() -> None:
    print({Linear(jnp.ones(3)): "first"})  # E: jdc-compare
    layer = Linear(jnp.ones(3))
    print({layer: "first"}, {Cell(jnp.ones(3)): "first"})  # E: jdc-compare
    print({id(layer): "first"})


def members() -> None:
    nodes = [Node(jnp.zeros(2), jnp.ones(2)) for _ in range(2)]
    other = Node(jnp.zeros(2), jnp.zeros(2))
    print(other in nodes)  # E: jdc-compare
    print(other in [Node(jnp.ones(2), jnp.ones(2)), Node(jnp.zeros(2), jnp.zeros(2))])  # E: jdc-compare
    print(other in [other], other.pos.shape in [node.pos.shape for node in nodes])


def loose() -> None:
    rows = [Loose(pos=jnp.zeros(2)) for _ in range(2)]
    print(Loose(pos=jnp.zeros(2)) in rows)  # E: jdc-compare
    print(Number(pos=jnp.zeros(())) in [Number(pos=1.0)])


@flax.struct.dataclass
class Net:
    params: dict[str, jax.Array]
    step: int = 0


@flax.struct.dataclass
class Rows:
    names: list[str]


@dataclasses.dataclass(frozen=True)
class Config:
    layers: list[int]


@partial(jax.jit, static_argnums=1)
def built(x: jax.Array, config: Config) -> jax.Array:  # E: jdc-static-mutable
    return x * len(config.layers)


def containers() -> None:
    seen = set()
    seen.add(Net({"w": jnp.ones(2)}))  # E: jdc-compare
    built(jnp.ones(2), Config([1, 2]))  # E: jdc-static-mutable
    built(jnp.ones(2), Config((1, 2)))  # E: arg-type
    print({Rows(("a", "b")): 1})  # E: arg-type


def filtered(layer: Linear) -> None:
    arrays = eqx.filter(layer, eqx.is_array)
    print({arrays: 1})


def imported(key: jax.Array) -> None:
    print({eqx.nn.Linear(2, 3, key=key): 1})  # E: jdc-compare
    print(eqx.nn.Linear(2, 3, key=key) in [eqx.nn.Linear(2, 3, key=key)])
