"""Methods that operators and items of a traced object run, and properties that give back tuples of tracers."""

from __future__ import annotations

import flax.struct
import jax
import jax.numpy as jnp


@flax.struct.dataclass
class Poly:
    values: jax.Array
    degree: int
    rows: int
    fixed: int = flax.struct.field(pytree_node=False, default=2)

    def __add__(self, other: Poly) -> Poly:
        if self.degree > other.degree:  # E: jdc-concrete
            return self
        return other

    def __mul__(self, scale: float) -> Poly:
        if scale == 1:  # E: jdc-concrete
            return self
        return self.replace(values=self.values * scale)

    def __neg__(self) -> Poly:
        return self.replace(values=-self.values if self.degree else self.values)  # E: jdc-concrete

    def __getitem__(self, index: int) -> jax.Array:
        return self.values[: self.degree][index]  # E: jdc-concrete

    def __sub__(self, other: Poly) -> Poly:
        if self.fixed > other.fixed:
            return self
        return self.replace(values=self.values - other.values)

    def __truediv__(self, other: Poly) -> Poly:
        return self if self.degree > other.degree else other

    @property
    def shape(self) -> tuple[int, int]:
        return self.rows, self.degree

    @property
    def fixed_shape(self) -> tuple[int, int]:
        return self.fixed, self.fixed

    def size(self) -> tuple[int, int]:
        return (self.rows, self.fixed)


@jax.jit
def combined(a: Poly, b: Poly, scale: float) -> jax.Array:
    return ((a + b) * 2.0).values + (a * scale).values + (-a).values + a[0] + (a - b).values


@jax.jit
def shaped(a: Poly) -> jax.Array:
    return jnp.zeros(a.fixed_shape).sum() + jnp.zeros(a.shape).sum()  # E: jdc-concrete


@jax.jit
def sized(a: Poly) -> jax.Array:
    return jnp.ones(a.size()) * a.values.sum()  # E: jdc-concrete


def eager(a: Poly, b: Poly) -> jax.Array:
    return (a / b).values + jnp.zeros(a.shape).sum()
