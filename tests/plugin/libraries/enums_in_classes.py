"""Attributes that mypy takes for classes of their own: its dataclass transform would crash on them."""

import dataclasses
from collections import namedtuple
from enum import Enum, IntEnum
from typing import ClassVar, NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


class Field(eqx.Module):
    u: jax.Array
    dims: ClassVar[type[IntEnum]] = IntEnum("dims", [("y", -2), ("x", -1)])
    pair: ClassVar[type] = namedtuple("pair", "a b")
    named: ClassVar[type] = NamedTuple("named", [("a", int)])

    def height(self) -> int:
        return self.u.shape[-2]

    def changed(self) -> None:
        self.u = jnp.ones(3)  # E: jdc-frozen


class Tensor(Field):
    v: jax.Array


class Node(flax.struct.PyTreeNode):
    u: jax.Array
    kind: ClassVar[type[Enum]] = Enum("kind", "A B")


@flax.struct.dataclass
class Decorated:
    u: jax.Array
    kind: ClassVar[type[Enum]] = Enum("kind", "A B")


@jax.tree_util.register_dataclass
@dataclasses.dataclass
class Registered:
    u: jax.Array
    kind: ClassVar[type[Enum]] = Enum("kind", "A B")


Node(jnp.ones(3)).u = jnp.ones(3)  # E: jdc-frozen
Decorated(jnp.ones(3)).u = jnp.ones(3)  # E: jdc-frozen
Registered(jnp.ones(3)).u = jnp.ones(3)
Tensor(jnp.ones(3), jnp.ones(3)).v = jnp.ones(3)  # E: jdc-frozen
print(Field(jnp.ones((3, 4))).height(), Field.dims)
