"""jdc-chex-mapping: positional arguments to constructors that are those of `dict`."""

from __future__ import annotations

import chex  # type: ignore[import-untyped]
import flax.struct
import jax


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
