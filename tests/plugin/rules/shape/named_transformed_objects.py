"""Names of what `jax.vmap` makes of an object: mypy takes that for another object of the class."""

from collections.abc import Callable
from typing import TypeVar

import jax
import jax.numpy as jnp
from equinox import Module, filter_jit
from jaxtyping import Array, Float

F = TypeVar("F", bound=Callable[..., Array])


def over_rows(function: F) -> F:
    return jax.vmap(function)


class Linear(Module):
    weight: Float[Array, "out in"]

    def __call__(self, x: Float[Array, "in"]) -> Float[Array, "out"]:
        return self.weight @ x


class Net(Module):
    layer: Linear
    batched: Linear

    def __init__(self) -> None:
        self.layer = Linear(jnp.zeros((3, 4)))
        self.batched = jax.vmap(self.layer)

    def __call__(self, x: Float[Array, "b in"]) -> Float[Array, "b out"]:
        return self.batched(x) + jax.vmap(self.layer)(x)


def calls() -> None:
    layer = Linear(jnp.zeros((3, 4)))
    over_rows(layer)(jnp.zeros((7, 4)))
    filter_jit(jax.vmap(layer))(jnp.zeros((7, 4)))
    named = over_rows(layer)
    named(jnp.zeros((7, 4)))
    layers = [jax.vmap(layer) for _ in range(3)]
    layers[0](jnp.zeros((7, 4)))
    for each in layers:
        each(jnp.zeros((7, 4)))
    layer = jax.vmap(layer)
    layer(jnp.zeros((7, 4)))


Linear(jnp.zeros((3, 4)))(jnp.zeros((7, 4)))  # E: jdc-shape
