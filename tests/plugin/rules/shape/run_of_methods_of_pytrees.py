"""Methods of pytree dataclasses that raise for what the run of the module gives them, in the operation itself."""

from typing import NamedTuple

import equinox as eqx
import flax.struct
import jax
import jax.numpy as jnp
from jaxtyping import Array, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Filter:
    mean: jax.Array
    cov: jax.Array

    def predicted(self, f: jax.Array, q: jax.Array) -> "Filter":
        return Filter(f @ self.mean, f @ self.cov @ f.T + q)  # E: jdc-shape

    def moved(self, f: jax.Array, q: jax.Array) -> "Filter":
        return Filter(f @ self.mean, f @ self.cov @ f.T + q)

    def updated(self, h, z):  # type: ignore[no-untyped-def]
        return self.replace(mean=self.mean + h.T @ (z - h @ self.mean))  # E: jdc-shape


def predict() -> Filter:
    start = Filter(jnp.zeros(4), jnp.eye(4))
    return start.moved(jnp.eye(4), jnp.eye(4)).predicted(jnp.eye(4), jnp.eye(2))


def update() -> jax.Array:
    def step(state, z):  # type: ignore[no-untyped-def]
        state = state.updated(jnp.eye(2, 4), z)
        return state, state.mean

    return jax.lax.scan(step, Filter(jnp.zeros(4), jnp.eye(4)), jnp.ones((50, 3)))[1]


@flax.struct.dataclass
class Tank:
    level: Float[Array, " tanks"]
    flow: Float[Array, "tanks tanks"]

    def step(self, inflow: Float[Array, " tanks"], gain: Float[Array, " tanks"]) -> "Tank":
        return self.replace(level=self.level + self.flow @ inflow * gain)  # E: jdc-shape


def fill() -> jax.Array:
    def step(tank, inflow):  # type: ignore[no-untyped-def]
        tank = tank.step(inflow, jnp.ones(4))
        return tank, tank.level

    return jax.lax.scan(step, Tank(jnp.zeros(3), jnp.eye(3)), jnp.ones((9, 3)))[1]


def fill_all() -> jax.Array:
    tank = Tank(jnp.zeros(3), jnp.eye(3))
    return tank.step(jnp.ones(3), jnp.ones(4)).level  # E: jdc-shape


class Mixer(eqx.Module):
    rows: jax.Array
    columns: jax.Array

    def __call__(self, x: jax.Array) -> jax.Array:
        hidden = jnp.tanh(self.rows @ x)
        return hidden @ self.columns  # E: jdc-shape

    def right(self, x: jax.Array) -> jax.Array:
        return jnp.tanh(self.rows @ x) @ self.columns.T


def mix() -> jax.Array:
    mixer = Mixer(jnp.ones((4, 8)), jnp.ones((8, 4)))
    return mixer.right(jnp.ones((8, 3)).T[0] if mixer.rows.ndim == 1 else jnp.ones(8)) + mixer(jnp.ones(8))


class Pair(NamedTuple):
    left: jax.Array
    right: jax.Array

    def product(self) -> jax.Array:
        return self.left @ self.right  # E: jdc-shape

    def turned(self) -> jax.Array:
        return self.left @ self.right.T


def products() -> jax.Array:
    pair = Pair(jnp.ones((2, 3)), jnp.ones((2, 3)))
    return pair.turned() + pair.product()
