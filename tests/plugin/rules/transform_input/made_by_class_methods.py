"""Objects that class methods and static methods make, where a transformation takes them apart."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp
from jax import lax


@flax.struct.dataclass
class Buffer:
    values: jax.Array
    discount: float | jax.Array = 0.9

    @classmethod
    def make(cls, n: int) -> Buffer:
        return cls(values=jnp.ones((n, 2)), discount=0.5)

    @classmethod
    def stacked(cls, n: int) -> Buffer:
        return cls(values=jnp.ones((n, 2)), discount=jnp.ones(n))

    @staticmethod
    def empty(n: int) -> Buffer:
        return Buffer(jnp.zeros((n, 2)), 0.1)


def first(buffer: Buffer) -> jax.Array:
    return buffer.values


def named(n: int) -> jax.Array:
    buffer = Buffer.make(n)
    return jax.vmap(first)(buffer)  # E: jdc-transform-input


def called(n: int) -> jax.Array:
    return jax.vmap(first)(Buffer.empty(n))  # E: jdc-transform-input


def scanned(n: int) -> jax.Array:
    def body(carry: jax.Array, buffer: Buffer) -> tuple[jax.Array, None]:
        return carry + buffer.values.sum(), None

    return lax.scan(body, jnp.zeros(()), Buffer.make(n))[0]  # E: jdc-transform-input


def right(n: int) -> jax.Array:
    return jax.vmap(first)(Buffer.stacked(n)) + jax.vmap(first, in_axes=(Buffer(0, None),))(Buffer.make(n))
