"""Class methods and static methods that traced functions call: what they give a static field is a tracer."""

from __future__ import annotations

from typing import Any, Self

import flax.struct
import jax
import jax.numpy as jnp
import jax_dataclasses as jdc


@jdc.pytree_dataclass
class Grid:
    u: jax.Array
    dx: jdc.Static[Any]
    n: jdc.Static[int] = 0

    @classmethod
    def between(cls, low: jax.Array, high: jax.Array, n: int) -> Self:
        return cls(u=jnp.linspace(low, high, n), dx=(high - low) / n, n=n)  # E: jdc-static-state

    @staticmethod
    def alone(low: jax.Array, high: jax.Array) -> Grid:
        return Grid(u=jnp.linspace(low, high, 3), dx=high - low)  # E: jdc-static-state

    @classmethod
    def unit(cls, low: jax.Array, spacing: float) -> Self:
        return cls(u=low + jnp.arange(3.0), dx=spacing, n=low.ndim)

    @classmethod
    def eager(cls, low: jax.Array) -> Self:
        return cls(u=low, dx=float(low.sum()))

    @classmethod
    def chained(cls, low: jax.Array) -> Self:
        return cls.summed(low * 2)

    @classmethod
    def summed(cls, low: jax.Array) -> Self:
        return cls(u=low, dx=low.sum())  # E: jdc-static-state

    @classmethod
    def never_traced(cls, low: jax.Array) -> Self:
        return cls(u=low, dx=low.sum())


@jax.jit
def between(low: jax.Array, high: jax.Array) -> Grid:
    return Grid.between(low, high, 4)


@jax.jit
def alone(low: jax.Array, high: jax.Array) -> Grid:
    grid = Grid.alone(low, high)
    return grid


@jax.jit
def unit(low: jax.Array) -> Grid:
    return Grid.unit(low, 0.5)


@jax.jit
def chained(low: jax.Array) -> Grid:
    return Grid.chained(low)


@flax.struct.dataclass
class Buffer:
    data: jax.Array

    @classmethod
    def empty(cls, size: int) -> Buffer:
        return cls(data=jnp.zeros(size))  # E: jdc-concrete

    @staticmethod
    def sized(size: int) -> jax.Array:
        return jnp.zeros(size)


@jax.jit
def refilled(buffer: Buffer, size: jax.Array) -> Buffer:
    return Buffer.empty(size)  # type: ignore[arg-type]


@jax.jit
def fresh(buffer: Buffer) -> jax.Array:
    return Buffer.sized(buffer.data.shape[0]) + Buffer.empty(3).data.sum()


def host(low: jax.Array) -> None:
    print(Grid.eager(low), Grid.never_traced(low), between(low, low), alone(low, low), unit(low), chained(low))
    print(refilled(Buffer(low), low), fresh(Buffer(low)))
