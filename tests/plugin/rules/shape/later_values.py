"""Variables that are annotated before they have a value, fields that a constructor sets, and named tuples replaced."""

from typing import NamedTuple

import equinox as eqx
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


class Transition(NamedTuple):
    obs: Float[Array, "time size"]
    reward: Float[Array, "time"]
    epoch: int = 0


def bare(flag: bool) -> Float[Array, "3"]:
    x: Float[Array, "3"]  # noqa: UP037 - it is no annotation in quotes
    steps: Int[Array, ""]
    if flag:
        x = jnp.zeros(4)  # E: jdc-shape
    else:
        x = jnp.zeros(3)
    steps = jnp.zeros(())  # E: jdc-dtype
    steps = jnp.array(0)
    return x * steps


def other_function() -> None:
    x = jnp.zeros(4)
    x + jnp.zeros(4)


weights: Float[Array, "2 2"]
weights = jnp.zeros((2, 3))  # E: jdc-shape


def replaced(t: Transition) -> Transition:
    made = Transition(jnp.zeros((8, 4)), jnp.zeros(8))
    made._replace(reward=jnp.zeros((8, 1)))  # E: jdc-shape, jdc-discarded
    made._replace(obs=jnp.zeros((8, 4)), reward=jnp.zeros(7))  # E: jdc-shape, jdc-discarded
    made._replace(reward=jnp.zeros(8), epoch=3)  # E: jdc-discarded
    made._replace(obs=jnp.zeros((9, 4)))  # E: jdc-discarded
    return t._replace(reward=jnp.zeros((), int))  # E: jdc-shape, jdc-dtype


class Plain:
    def _replace(self, reward: jax.Array) -> None: ...


def plain(p: Plain) -> None:
    p._replace(reward=jnp.zeros((8, 1)))


class Linear(eqx.Module):
    weight: Float[Array, "out in"]
    bias: Float[Array, "3"]

    def __init__(self, n_in: int, n_out: int, key: jax.Array) -> None:
        self.weight = jax.random.normal(key, (n_out, n_in, 1))  # E: jdc-shape
        self.bias = jnp.zeros(4)  # E: jdc-shape

        self.bias = jnp.zeros(3)
        self.scale(jnp.zeros(4))

    def scale(self, bias: jax.Array) -> jax.Array:
        return bias


class Converted(eqx.Module):
    size: Float[Array, ""] = eqx.field(converter=jnp.sum)
    batched: Float[Array, "*batch 3"]

    def __init__(self) -> None:
        self.size = jnp.zeros(3)
        self.batched = jnp.zeros((5, 7, 3))


class Mutable:
    state: Float[Array, "n 2"]
    total: Float[Array, ""]

    def __init__(self) -> None:
        self.state = jnp.zeros((5, 2))
        self.total = self.state.sum()

    def step(self, other: "Mutable") -> None:
        self.state = jnp.zeros((2, 2, 2))  # E: jdc-shape
        other.state = jnp.zeros((2, 2, 2))
        self.state, self.total = jnp.zeros((2, 2)), jnp.zeros(())
