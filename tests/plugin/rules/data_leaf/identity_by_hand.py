"""Attributes that a class's own flattening makes leaves are tracers, which ``is`` nothing else."""

from __future__ import annotations

import enum
from typing import Any

import jax
import jax.numpy as jnp
from jax.tree_util import register_pytree_node_class


class Mode(enum.IntEnum):
    A = 0
    B = 1


@register_pytree_node_class
class Flagged:
    def __init__(self, x: jax.Array, on: bool, mode: Mode = Mode.A, aux: bool = False) -> None:
        self.x = x
        self.on = on
        self.mode = mode
        self.aux = aux

    def tree_flatten(self) -> Any:
        return (self.x, self.on, self.mode), self.aux

    @classmethod
    def tree_unflatten(cls, aux: Any, children: Any) -> Flagged:
        return cls(*children, aux)

    def same(self) -> jax.Array:
        return self.x if self.on is True else -self.x  # E: jdc-data-leaf

    def kind(self) -> jax.Array:
        return self.x if self.mode is Mode.B else -self.x  # E: jdc-data-leaf

    def of_auxiliary(self) -> jax.Array:
        return self.x if self.aux is True else -self.x

    def eager(self) -> jax.Array:
        return self.x if self.on is True else -self.x

    def missing(self) -> jax.Array:
        return self.x if self.x is None else -self.x

    def equal(self) -> jax.Array:
        return jnp.where(self.mode == Mode.B, self.x, -self.x)

    def set_before(self) -> jax.Array:
        self.on = True
        return self.x if self.on is True else -self.x


@jax.jit
def direct(flagged: Flagged) -> jax.Array:
    return flagged.x if flagged.on is True else -flagged.x  # E: jdc-data-leaf


def run(flagged: Flagged) -> None:
    jax.jit(lambda each: each.same())(flagged)
    jax.jit(Flagged.kind)(flagged)
    jax.jit(Flagged.of_auxiliary)(flagged)
    jax.jit(Flagged.missing)(flagged)
    jax.jit(Flagged.equal)(flagged)
    jax.jit(Flagged.set_before)(flagged)
    flagged.eager()
    jax.vmap(lambda x: flagged.x if flagged.on is True else x)(jnp.ones(3))
