"""Dataclasses below `nnx.Pytree`: static where they are marked so, else by the value."""

import dataclasses
from collections.abc import Callable
from typing import Any

import flax.nnx as nn
import jax
from flax import nnx
from flax.nnx import Pytree, data, dataclass, static

NOTHING: Any = None


@nnx.dataclass
class State(nnx.Pytree):
    x: jax.Array
    label: str
    steps: int = 0
    activation: Callable[[jax.Array], jax.Array] = jax.nn.relu
    size: int = nnx.static(default=3)
    mean: jax.Array = nnx.static(default=None)  # E: jdc-static-array
    table: jax.Array = dataclasses.field(default=NOTHING, metadata={"static": True})  # E: jdc-static-array
    rate: float = nnx.data(default=0.1)
    options: dict[str, Any] = nnx.data(default_factory=dict)

    def step(self) -> None:
        self.steps += 1
        self.x = 2 * self.x


@dataclasses.dataclass
class Standard(Pytree):
    x: jax.Array
    label: str = "a"
    mean: jax.Array = static(default=None)  # noqa: RUF009  # E: jdc-static-array
    other: jax.Array = data(default=None)  # noqa: RUF009


@dataclass(kw_only=True)
class Keywords(nn.Module):
    x: jax.Array
    mean: jax.Array = nn.static()  # E: jdc-static-array


@nnx.dataclass
class Below(State):
    more: str = "a"


@nnx.dataclass
class NoPytree:
    """A dataclass that nothing registers."""

    x: jax.Array
    mean: jax.Array = nnx.static(default=None)


class Layer(nnx.Module):
    """A module that is not a dataclass: what it annotates is not a field."""

    weight: nnx.Param[jax.Array]
    mean: jax.Array

    def __init__(self, size: int) -> None:
        self.weight = nnx.Param(jax.numpy.ones(size))
        self.mean = jax.numpy.ones(size)
        self.extra = 3


def use(state: State, standard: Standard, below: Below, layer: Layer, x: jax.Array) -> None:
    State(x)  # E: call-arg
    State(x, "a", 3)
    Standard(x)
    Keywords(x=x, mean=2 * x)
    Keywords(x=x)  # E: call-arg
    state.x = x
    state.label = "b"
    standard.x = below.x = x
    below.more = "b"
    del state.steps
    dataclasses.replace(state, x=x)  # E: jdc-discarded
    jax.jit(lambda each: each.x)(state)
    state = jax.tree.map(lambda each: each, state)
    Layer(3)
    layer.mean = x
    NoPytree(x).x = x
