"""Classes of libraries that mypy cannot read: their imports tell what their decorators and field functions are."""

import dataclasses
from typing import Any, assert_type

import jax
import jax_md
import jax_md.dataclasses
import penzai.pz
import tree_math
from jax_md import dataclasses as md
from jax_md.dataclasses import dataclass, static_field
from penzai import pz


@md.dataclass
class Neighbors:
    size: int = md.static_field()
    idx: jax.Array
    cell: jax.Array
    name: str = md.static_field(default="a")

    def grown(self) -> "Neighbors":
        return self.set(size=self.size + 1)


@dataclass
class State:
    position: jax.Array
    steps: int = static_field(default=0)


@dataclass
class Own:
    position: jax.Array

    def set(self, by: float) -> None:
        print(self.position + by)


@jax_md.dataclasses.dataclass(frozen=False)
class Thawed:
    position: jax.Array


@tree_math.struct
class Point:
    x: jax.Array
    y: jax.Array

    def moved(self, by: float) -> "Point":
        self.x = self.x + by
        return self + Point(self.x, self.y)


@pz.pytree_dataclass
class Layer(pz.Struct):
    weight: jax.Array
    activation: Any = dataclasses.field(metadata={"pytree_node": False})
    label: str = "a"

    def rename(self) -> None:
        self.label = "b"  # E: jdc-frozen


@penzai.pz.pytree_dataclass(init=False)
class WithInit(pz.Struct):
    weight: jax.Array

    def __init__(self, size: int) -> None:
        self.weight = jax.numpy.ones(size)


def use(neighbors: Neighbors, state: State, thawed: Thawed, point: Point, moved: Point, layer: Layer) -> None:
    Neighbors(3, state.position, state.position, "a")
    Neighbors(3)  # E: call-arg
    neighbors.size = 3  # E: jdc-frozen
    state.steps = 3  # E: jdc-frozen
    thawed.position = state.position
    assert_type(neighbors.set(size=3), Neighbors)
    neighbors.set(size=3)  # E: jdc-discarded
    print(neighbors.set(sizes=3))  # E: call-arg
    neighbors = neighbors.set(idx="a")  # E: arg-type
    jax.lax.scan(lambda one, _: (one.set(steps=one.steps + 1), None), state, None, 3)  # E: jdc-static-state
    Own(state.position).set(2.0)
    State(state.position, 3)
    Point(state.position, state.position)
    point.x = state.position
    assert_type(point.replace(x=state.position), Point)
    point.replace(x=state.position)  # E: jdc-discarded
    point.norm()
    assert_type(point + 0.5 * point - point / 2, Point)
    assert_type(-(2 * point).moved(1.0), Point)
    len(point)
    point < point
    assert_type((point == moved), Any)
    (point != moved).x.shape
    print(jax.tree.map(jax.numpy.any, point == Point(state.position, state.position)))
    point @ point
    (0.5 * point).size.bit_length()
    state.position * point
    layer.label = "b"  # E: jdc-frozen
    layer.select().at(lambda each: each.weight)
    Layer(state.position, jax.nn.relu, "c")
    WithInit(3)


@jax.jit
def indices(neighbors: Neighbors) -> jax.Array:
    return neighbors.idx
