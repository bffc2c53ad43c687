"""Functions and methods that count with a static field, for loops in another module."""

from __future__ import annotations

import dataclasses

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Walker:
    x: jax.Array
    steps: int = flax.struct.field(pytree_node=False, default=0)
    turn: int = flax.struct.field(pytree_node=False, default=0)
    total: int = 0

    def walked(self) -> Walker:
        return self.replace(x=self.x + 1, steps=self.steps + 1)

    def counted(self) -> Walker:
        return self.replace(x=self.x + 1, total=self.total + 1)

    def kept(self) -> Walker:
        return self.replace(x=self.x + 1, steps=self.steps)

    def started(self) -> Walker:
        return self.replace(x=self.x + 1, steps=3)

    def turned(self) -> Walker:
        return self.replace(x=self.x + 1, turn=self.turn * 2)

    def unstepped(self) -> Walker:
        return self.walked().replace(steps=self.steps)


class Gate(eqx.Module):
    w: jax.Array
    calls: int = eqx.field(static=True, default=0)

    def opened(self) -> Gate:
        return Gate(self.w * 2, 1 + self.calls)

    def closed(self) -> Gate:
        return Gate(self.w * 2, self.calls)


class Field:
    def step(self, walker: Walker, push: jax.Array) -> Walker:
        return walker.walked().replace(x=walker.x + push)

    def rest(self, walker: Walker, push: jax.Array) -> Walker:
        return walker.counted().replace(x=walker.x + push)

    def step_and_look(self, walker: Walker, push: jax.Array) -> tuple[Walker, jax.Array]:
        return walker.replace(x=walker.x + push, steps=walker.steps - 1), walker.x


def advanced(walker: Walker) -> Walker:
    moved = dataclasses.replace(walker, steps=walker.steps + 1)
    return moved


def reset(walker: Walker) -> Walker:
    return walker.replace(x=jnp.zeros_like(walker.x), steps=0)


def body(index: jax.Array, walker: Walker) -> Walker:
    return walker.walked()


def quiet(index: jax.Array, walker: Walker) -> Walker:
    return walker.counted()


def thrown_away(walker: Walker) -> None:
    walker.replace(steps=0)  # E: jdc-discarded
