"""Named tuples and functions that make and copy them, for loops in another module."""

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Cursor(NamedTuple):
    at: jax.Array
    full: jax.Array


class Buffer(NamedTuple):
    data: jax.Array
    cursor: Cursor
    last: jax.Array | None = None


class Made(NamedTuple("Made", [("x", jax.Array), ("y", jax.Array)])):
    def __new__(cls, x, y=None):
        return super().__new__(cls, x, x if y is None else y)


def empty(n):
    return Buffer(data=jnp.zeros(n), cursor=Cursor(jnp.zeros((), int), jnp.zeros((), bool)))


def full(n):
    return Buffer(jnp.zeros(n), Cursor(jnp.zeros((), int), jnp.ones((), bool)), jnp.zeros(()))


def push(buffer, x):
    data = buffer.data.at[buffer.cursor.at].set(x)
    return buffer._replace(data=data, cursor=buffer.cursor._replace(at=buffer.cursor.at + 1))


def mark(buffer):
    return buffer._replace(last=buffer.data[0])


def made(n):
    return Made(jnp.zeros(n))


def forgotten(x: jax.Array) -> None:
    x.at[0].set(1)  # E: jdc-discarded
