"""Classes that a loop registers one after the other."""

import dataclasses

import jax
import jax.numpy as jnp
from jax.tree_util import register_dataclass, register_pytree_node


@dataclasses.dataclass
class Named:
    x: jax.Array
    name: str


@dataclasses.dataclass
class Params:
    w: jax.Array
    label: str = dataclasses.field(default="a", metadata={"static": True})


class Point:
    def __init__(self, x: jax.Array, n: int) -> None:
        self.x = x
        self.n = n


@dataclasses.dataclass
class Listed:
    w: jax.Array
    label: str


@dataclasses.dataclass
class Chosen:
    w: jax.Array
    label: str


@dataclasses.dataclass
class Late:
    w: jax.Array
    label: str


for cls in (Named, Params):
    register_dataclass(cls)

for each in [Listed]:
    register_dataclass(each, data_fields=["w"], meta_fields=["label"])

for other in (Point,):
    register_pytree_node(other, lambda p: ((p.x,), p.n), lambda n, c: Point(c[0], n))

for some in (Chosen, Late):
    if dataclasses.is_dataclass(some):
        register_dataclass(some, ["w"], ["label"])

jax.jit(lambda each: each.x)(Named(jnp.ones(2), "a"))  # E: jdc-data-leaf
print(jax.jit(lambda each: each.w)(Params(jnp.ones(2), "a")))
print(jax.jit(lambda each: each.w)(Listed(jnp.ones(2), "a")))
print(jax.jit(lambda each: each.w)(Chosen(jnp.ones(2), "a")))
print(jax.jit(lambda each: jnp.zeros(each.n))(Point(jnp.ones(2), 2)))
print(dataclasses.replace(Params(jnp.ones(2)), label="b").label)


def step(params: Params) -> Params:
    return dataclasses.replace(params, label=params.label + "x")  # E: jdc-static-state


jax.lax.fori_loop(0, 3, lambda _, each: step(each), Params(jnp.ones(2)))
