"""Parameters that are numbers of Python: their shape is that of one number, and a ``float`` may be an ``int``."""

from typing import Any

import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Bool, Float, Int


class World(flax.struct.PyTreeNode):
    step: Int[Array, ""]
    position: Float[Array, "20 3"]


def huber(r: Float[Array, "n k"], delta: float = 1.0) -> Float[Array, "n"]:
    small = jnp.abs(r) < delta
    per = jnp.where(small, 0.5 * r**2, delta * (jnp.abs(r) - 0.5 * delta))
    return per.sum(axis=0)  # E: jdc-shape


def halved(world: World, count: int) -> World:
    return world.replace(step=world.step / count)  # E: jdc-dtype


def slopes(x: Float[Array, "9"], h: float) -> Float[Array, "9"]:
    return jnp.diff(x) / h  # E: jdc-shape


def filled(value: float) -> Float[Array, "3 3"]:
    return jnp.full((3,), -value)  # E: jdc-shape


def masked(x: Float[Array, "n"], flag: bool) -> Float[Array, "n"]:
    return (x > 0) & flag  # E: jdc-dtype


def moved(world: World, dt: float) -> World:
    return world.replace(step=world.step + dt)  # for a dt that is a whole number


def clipped(x: Int[Array, "n"], least: float, most: float) -> Int[Array, "n"]:
    return jnp.clip(x, least, most)


def scaled(x: Float[Array, "n"], by: float, power: int) -> Float[Array, "n"]:
    by = by * 2 + power
    return by * x**power


def rebound(x: Float[Array, "n"], by: float, unknown: Any) -> Float[Array, "n"]:
    by = unknown
    return x * by


def outer(x: Float[Array, "3"], by: float, n: int) -> Float[Array, "m 3"]:
    def inner(y: Float[Array, "3"]) -> Float[Array, "3"]:
        return y * by

    return jnp.stack([inner(x)] * 2) + jnp.zeros((n, 3))[:2]


@jax.jit
def chosen(x: Float[Array, "n"], flag: bool, number: int) -> Bool[Array, "n"]:
    return (x > number) & flag


def whole(count: int, by: float | Float[Array, "2"]) -> Int[Array, ""]:
    jnp.zeros((2, count)) + jnp.zeros((2, 3))
    jnp.zeros(2) * by
    return jnp.asarray(count) + count


@jax.jit
def shifted(x, by):
    return x + by


def traced(x: Int[Array, "n"], by: float) -> Int[Array, "n"]:
    jnp.zeros(4) + shifted(jnp.zeros(3), by)  # E: jdc-shape
    return shifted(x, by)


def carried(x: Int[Array, ""], by: float, n: int) -> Int[Array, ""]:
    return jax.lax.fori_loop(0, n, lambda i, c: c + x, by)
