"""Classes and functions that ask for values, for traced functions in another module."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Arc:
    radius: jax.Array
    half: bool
    size: int = flax.struct.field(pytree_node=False, default=3)

    def sample(self, n: int) -> jax.Array:
        stop = jnp.pi if self.half else 2 * jnp.pi
        return self.radius * jnp.linspace(0.0, stop, n)

    def static_sample(self) -> jax.Array:
        low, high = 0.0, 1.0
        return self.radius * jnp.linspace(low, high, self.size)


@flax.struct.dataclass
class Wave:
    radius: jax.Array
    half: bool

    def sample(self, n: int) -> jax.Array:
        return self.radius * n if self.half else self.radius


@flax.struct.dataclass
class Quiet(Wave):
    def sample(self, n: int) -> jax.Array:
        return self.radius * jnp.linspace(0.0, 1.0, n)


@flax.struct.dataclass
class Plan:
    arc: Arc
    steps: int
    fast: bool
    name: str | None = flax.struct.field(pytree_node=False, default=None)
    rest: jax.Array | None = None


@jax.tree_util.register_dataclass
@dataclass
class Loop:
    x: jax.Array
    times: int

    def run(self) -> jax.Array:
        return jnp.stack([self.x for _ in range(self.times)])


class Head(eqx.Module):
    weight: jax.Array
    warmth: float = 1.0

    def __call__(self, x: jax.Array) -> jax.Array:
        y = self.weight @ x
        if self.warmth > 1.0:
            y = y / self.warmth
        return y


class Body(eqx.Module):
    head: Head


def clipped(x: jax.Array, arc: Arc) -> jax.Array:
    """Clip the half."""
    if not arc.half:
        return x
    return jnp.clip(x, 0.0, 1.0)


def step(plan: Plan, x: jax.Array) -> jax.Array:
    low, _ = plan.arc.radius, x
    return clipped(low * x, plan.arc)


def row(plan: Plan) -> jax.Array:
    return jnp.zeros((plan.steps, 2))


def total(plan: Plan) -> jax.Array:
    found = plan.arc.radius
    for _ in range(plan.steps + 1):
        found = found + 1
    return found


def grid(n: int) -> jax.Array:
    return jnp.arange(0, n)


def wide(plan: Plan) -> jax.Array:
    return jnp.zeros(plan.arc.size) if plan.name is None else jnp.ones(plan.arc.size)


def shaped(plan: Plan) -> jax.Array:
    return jnp.zeros(plan.arc.radius.shape)


def perhaps(plan: Plan, x: jax.Array) -> jax.Array:
    if x.ndim == 1:
        return jnp.where(plan.fast, x, -x)
    return x if plan.fast else -x


def lazily(plan: Plan) -> Callable[[float], float]:
    return lambda x: x if plan.fast else -x


def optional(plan: Plan) -> jax.Array:
    return jnp.zeros(3) if plan.rest is None else plan.rest


def with_default(x: jax.Array, n: int = 3) -> jax.Array:
    return x + jnp.zeros(n)


def in_turn(plan: Plan, x: jax.Array) -> jax.Array:
    clipped = jnp.clip
    return clipped(x, plan.arc.radius)


def of_text(plan: Plan) -> jax.Array:
    return plan.arc.radius if plan.name == "a" else -plan.arc.radius


def ranged(plan: Plan) -> jax.Array:
    range = jnp.sin
    return range(plan.steps) + 1.0


@jax.jit
def beside(plan: Plan) -> jax.Array:
    return plan.arc.radius if plan.fast else -plan.arc.radius  # E: jdc-concrete
