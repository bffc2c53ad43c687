"""jdc-chex-mapping: positional arguments to constructors that are those of `dict`."""

from __future__ import annotations

from typing import Any

import chex  # type: ignore[import-untyped]
import flax.struct
import jax
import jax.numpy as jnp


@chex.dataclass
class Agent:
    position: jax.Array
    direction: int = 0


@chex.dataclass(mappable_dataclass=False)
class Plain:
    position: jax.Array
    direction: int = 0


@flax.struct.dataclass
class Flax:
    position: jax.Array
    direction: int = 0


def make(x: jax.Array, fields: dict[str, jax.Array], items: list[jax.Array]) -> None:
    Agent(x, 1)  # E: jdc-chex-mapping, call-arg
    Agent(x)  # E: jdc-chex-mapping, call-arg
    Agent(x, direction=1)  # E: jdc-chex-mapping, call-arg
    Agent(position=x, direction=1)
    Agent(position=x)
    Plain(x, 1)
    Flax(x, 1)


def make_of_tuples(both: tuple[jax.Array, int], none: tuple[()], rows: list[jax.Array], x: jax.Array) -> None:
    Agent(*both)  # E: jdc-chex-mapping, call-arg
    Agent(*none, position=x)
    Agent(*rows, position=x)


def make_of_one(x: jax.Array, anything: Any, fields: dict[str, jax.Array], either: jax.Array | None) -> None:
    Agent(either)  # E: jdc-chex-mapping, call-arg, arg-type
    Agent(Plain(x))  # E: jdc-chex-mapping, call-arg, arg-type
    Agent(fields)
    Agent(Agent(position=x))
    Agent(zip(("position",), (x,), strict=True))
    Agent(anything)
    Agent(fields, direction=1)  # E: jdc-chex-mapping, call-arg, arg-type


# Constructors that classes write


@chex.dataclass
class Counted:
    position: jax.Array

    def __init__(self, count: int) -> None:  # E: jdc-init
        self.position = jnp.zeros((count, 2))


@chex.dataclass
class Scaled:
    position: jax.Array

    def __init__(self, position: jax.Array, scale: float = 1.0) -> None:
        self.position = position * scale


@chex.dataclass
class Empty:
    position: jax.Array

    def __init__(self) -> None:
        self.position = jnp.zeros(2)


@chex.dataclass
class Below(Counted):
    """Its own constructor is the dataclass's."""

    direction: int


def make_written(x: jax.Array) -> None:
    Counted(3)
    Counted(count=3)
    Scaled(x)  # E: jdc-chex-mapping
    Scaled(x, 2.0)  # E: jdc-chex-mapping
    Scaled(position=x, scale=2.0)  # E: jdc-chex-mapping
    Scaled(position=x)
    Empty()
    Below(position=x, direction=1)
    Below(x, 1)  # E: jdc-chex-mapping, call-arg
