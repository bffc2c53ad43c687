"""A module that filters objects which may hold any others: no class tells what its objects have."""

from typing import Any

import equinox as eqx
import jax


class Critic(eqx.Module):
    value: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        return self.value @ x


class Box(eqx.Module):
    inside: Any


def split(box: Box) -> Any:
    return eqx.partition(box, eqx.is_array)


def judged(critic: Critic, x: jax.Array) -> jax.Array:
    return jax.jit(critic)(x) + hash(critic)


def made(x: jax.Array) -> int:
    return hash(Critic(x))  # E: jdc-compare
