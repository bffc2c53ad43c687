"""Classes below `simple_pytree.Pytree`, dataclasses or not, immutable unless they say otherwise."""

import dataclasses
from typing import Any, Self

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
    """Code that constructs an object may assign, and runs once."""

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
    """A class that is not a dataclass: its constructor sets its fields, annotated or not."""

    x: jax.Array
    label: str = static_field()
    kind: str = "own"
    table: jax.Array = jnp.arange(3.0)
    ones = jnp.ones(2)

    def __init__(self, x: jax.Array) -> None:
        self.x = x
        self.label = "a"
        self.extra = 3
        self._set_up()

    def _set_up(self) -> None:
        self.more = self.x

    def moved(self, x: jax.Array) -> Self:
        return self.replace(x=x, more=x)

    def rename(self) -> None:
        self.label = "b"  # E: jdc-frozen
        self.extra = 4  # E: jdc-frozen

    @jax.jit
    def clipped(self) -> jax.Array:
        if self.x.sum() > 0:  # E: jdc-concrete
            return self.x
        return self.more


class BelowOwn(Own):
    table: jax.Array = static_field()  # E: jdc-static-array
    name: str  # E: jdc-data-leaf

    def __init__(self, x: jax.Array) -> None:
        super().__init__(x)
        self.table = x
        self.name = "below"


class Open(Pytree, mutable=True):
    x: jax.Array

    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def set(self, x: jax.Array) -> None:
        self.x = x


class Host(Pytree):
    """An object that no transformation meets."""

    table: jax.Array = static_field()

    def __init__(self, table: jax.Array) -> None:
        self.table = table


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
    own = Own(x)
    own.x = x  # E: jdc-frozen
    own.replace(x=x)  # E: jdc-discarded
    Open(x).x = x
    jax.jit(lambda each: each.x)(BelowOwn(x))
    Host(x)
    Unregistered(x).x = x


class Logged:
    """A descriptor that takes what is assigned at any time."""

    def __set__(self, owner: object, value: object) -> None:
        print(value)


class Described(Pytree):
    x: jax.Array
    level: Any = Logged()

    def __init__(self, x: jax.Array) -> None:
        self.x = x

    def leveled(self) -> None:
        self.level = 2
        self.x = self.x + 1  # E: jdc-frozen


Described(jnp.zeros(3)).level = 3
