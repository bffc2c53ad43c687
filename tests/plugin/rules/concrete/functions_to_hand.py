"""Functions, methods and callable objects that another module hands to JAX as they are."""

from functools import partial

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Particle:
    position: jax.Array
    charge: float = 1.0
    name: str = flax.struct.field(pytree_node=False, default="p")
    momentum: jax.Array | None = None

    def pushed(self) -> "Particle":
        if self.position.sum() > 3:
            return self
        return self.replace(position=self.position + 1)


def clipped(x: jax.Array) -> jax.Array:
    if x.max() > 1:
        return x / x.max()
    return x


def untyped(x):
    if x > 0:
        return x
    return -x


def untyped_tree(x):
    if x:
        return jnp.ones(3)
    return jnp.zeros(3)


def tiled(x: jax.Array, times: int) -> jax.Array:
    return jnp.tile(x, times)


def tiled_twice(x: jax.Array, times: int = 2) -> jax.Array:
    return jnp.tile(x, times)


def charged(particle: Particle) -> jax.Array:
    if particle.charge > 0:
        return particle.position
    return -particle.position


def named(particle: Particle) -> jax.Array:
    if particle.name == "p" and particle.position.ndim == 1:
        return particle.position
    return -particle.position


def loaded(particle: Particle) -> jax.Array:
    if particle.momentum is None:
        return particle.position
    return particle.momentum


def guarded(x: jax.Array) -> jax.Array:
    if isinstance(x, jax.core.Tracer):
        return x
    if x.max() > 1:
        return x / x.max()
    return x


def half(state: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
    if row.sum() > 0:
        return state + row, row
    return state, row


def whole(state: jax.Array, row: jax.Array) -> tuple[jax.Array, jax.Array]:
    return state + row, row


def summed(state, row):
    return state + row


def nothing(state, row):
    state = state + row


def loss_and_parts(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return x.sum(), x


def untyped_pair(x):
    total = jnp.sum(x)
    return total, {"total": total}


def loss(x: jax.Array) -> jax.Array:
    return x.sum()


def failing(x: jax.Array) -> tuple[jax.Array, jax.Array]:
    raise NotImplementedError


def of_three(i: jax.Array, x: jax.Array, y: jax.Array) -> jax.Array:
    return x + y


def of_two(i: jax.Array, x: jax.Array) -> jax.Array:
    return x + i


@partial(jax.jit, static_argnames="times")
def jitted(x: jax.Array, times: int) -> jax.Array:
    if times > 3:
        return x
    return x * times


class Layer(eqx.Module):
    weight: jax.Array
    limit: float = eqx.field(static=True, default=1.0)

    def __call__(self, x: jax.Array) -> jax.Array:
        if x.sum() > self.limit:
            return x
        return self.weight * x

    def scaled(self, x: jax.Array) -> jax.Array:
        if self.limit > 0:
            return x * self.weight
        return x


class Simulator:
    def __init__(self, rate: float) -> None:
        self.rate = rate

    def step(self, x: jax.Array) -> jax.Array:
        if self.rate > 1:
            return x
        return x * self.rate

    def bounded(self, x: jax.Array) -> jax.Array:
        if x > self.rate:
            return x
        return x * self.rate


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
