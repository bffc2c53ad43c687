"""Dataclasses below `simple_pytree.Pytree`, immutable unless they say otherwise."""

import dataclasses
from typing import Any

import jax
import jax.numpy as jnp
import simple_pytree
from simple_pytree import Pytree, dataclass, field, static_field


@dataclass
class State(Pytree):
    x: jax.Array
    mean: jax.Array = static_field(default=None)  # E: jdc-static-array
    table: jax.Array = field(pytree_node=False, default=None)  # E: jdc-static-array
    label: str = simple_pytree.static_field(default="a")
    by_metadata: str = dataclasses.field(default="a", metadata={"pytree_node": False})

    def rename(self) -> None:
        self.label = "b"  # E: jdc-frozen

    def renamed(self) -> "State":
        return self.replace(label="b")


@dataclass
class Doubled(simple_pytree.Pytree):
    """What constructs an object may assign, and runs once."""

    x: jax.Array
    twice: jax.Array = field(init=False)

    def __post_init__(self) -> None:
        self.twice = 2 * self.x
        self.x = self.x + 1


@dataclasses.dataclass
class Standard(Pytree):
    x: jax.Array
    label: str = static_field(default="a")


@dataclass
class Mutable(Pytree, mutable=True):
    x: jax.Array
    label: str = static_field(default="a")

    def rename(self) -> None:
        self.label = "b"


@dataclass
class BelowMutable(Mutable):
    """Does not inherit that it can be changed."""

    more: int = 0


class Own(Pytree):
    """A class that is not a dataclass: what it annotates is not a field."""

    x: jax.Array
    label: str = static_field()

    def __init__(self, x: jax.Array) -> None:
        self.x = x
        self.label = "a"
        self.extra = 3


@dataclass
class Unregistered:
    x: jax.Array
    mean: jax.Array = static_field(default=None)


def use(state: State, doubled: Doubled, standard: Standard, changed: Mutable, below: BelowMutable, x: Any) -> None:
    State(x, x, x, "a")
    State()  # E: call-arg
    state.x = x  # E: jdc-frozen
    state.replace(x=x)  # E: jdc-discarded
    Doubled(x)
    Doubled(x, x)  # E: call-arg
    doubled.twice = x  # E: jdc-frozen
    standard.label = "b"  # E: jdc-frozen
    changed.x = x
    changed.label = "b"
    below.more = 1  # E: jdc-frozen
    Own(jnp.ones(3)).x
    Unregistered(x).x = x
