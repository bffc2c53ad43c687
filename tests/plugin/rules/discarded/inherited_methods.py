"""Methods that a base writes and that are called on an object of a class below it."""

from typing import Any, Self

import flax.struct
import jax
import jax.numpy as jnp

import jdc_runtime as jdc


class Node(jdc.PyTreeNode):
    x: jax.Array

    def later(self, dt: float) -> "Node":
        return self.replace(x=self.x + dt)

    def same_class(self) -> Self:
        return self.replace(x=self.x * 2)

    def norm(self) -> jax.Array:
        return jnp.sum(self.x)


class Field(Node):
    y: jax.Array


class Finer(Field):
    z: jax.Array


@flax.struct.dataclass
class Base:
    x: jax.Array

    def shifted(self) -> "Base":
        return self.replace(x=self.inner())

    def inner(self) -> jax.Array:
        return self.x + 1


@flax.struct.dataclass
class Logged(Base):
    log: Any = flax.struct.field(pytree_node=False, default=None)

    def inner(self) -> jax.Array:
        self.log.append(1)
        return self.x + 2


@flax.struct.dataclass
class Below(Logged):
    z: jax.Array | None = None


class Store(flax.struct.PyTreeNode):
    x: jax.Array

    def put(self) -> "Store":
        print("put")
        return self.replace(x=self.x + 1)


class Disk(Store):
    y: jax.Array


def discards(field: Field, finer: Finer, node: Node) -> None:
    node.later(0.1)  # E: jdc-discarded
    field.later(0.1)  # E: jdc-discarded
    finer.later(0.1)  # E: jdc-discarded
    field.same_class()  # E: jdc-discarded
    Field(jnp.ones(3), jnp.ones(3)).later(0.2)  # E: jdc-discarded


def keeps(field: Field, logged: Logged, below: Below, base: Base, disk: Disk) -> Node:
    logged.shifted()
    below.shifted()
    base.shifted()
    disk.put()
    _ = field.later(0.3)
    field.norm()
    return field.same_class().later(0.1)


def test_runs(field: Field) -> None:
    field.later(0.1)
