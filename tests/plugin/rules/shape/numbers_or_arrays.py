"""jdc-shape: parameters and fields that are a number or an array without axes."""

# ruff: noqa: UP007 - every spelling counts

from typing import Union

import equinox as eqx
import jax.numpy as jnp
from jaxtyping import Array, Float, Int


class Solver(eqx.Module):
    step: float | Float[Array, ""] = 0.1
    order: Union[int, Int[Array, ""]] = 4

    def advance(self, y: Float[Array, "2"]) -> Float[Array, "2"]:
        return y + self.step * jnp.stack([y[0], y[1]])

    def too_far(self, y: Float[Array, "2"]) -> Float[Array, "2"]:
        return y + self.step * jnp.concatenate([y, y])  # E: jdc-shape


def euler(y: Float[Array, "2"], h: float | Float[Array, ""]) -> Float[Array, "2"]:
    return y + h / 2 * jnp.stack([y[0], y[1]])


def wider(y: Float[Array, "2"], h: float | Float[Array, ""]) -> Float[Array, "2"]:
    return y + h / 2 * jnp.concatenate([y, y])  # E: jdc-shape


def item(y: Float[Array, "n 2"], i: int | Int[Array, ""]) -> Float[Array, "2"]:
    return y[i] * 2


def narrowed(y: Float[Array, "2"], h: float | Float[Array, ""]) -> Float[Array, "2"]:
    if isinstance(h, float):
        return y * jnp.full(2, h)
    return y * h[None]


Solver(0.5)
Solver(jnp.array(0.5), 3)
Solver(jnp.ones(3))  # E: jdc-shape
euler(jnp.zeros(2), 0.1)
euler(jnp.zeros(2), jnp.array(0.1))
euler(jnp.zeros(2), jnp.ones(2))  # E: jdc-shape
item(jnp.ones((3, 2)), 1)
item(jnp.ones((3, 2)), jnp.argmax(jnp.ones(3)))
