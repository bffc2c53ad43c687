"""Functions inside others under `jax.vmap`, which are given arrays: objects of the module keep their axes."""

import jax
import jax.numpy as jnp
from flax import struct
from jaxtyping import Array, Bool, Float

import jdc_runtime as jdc


@jdc.pytree_dataclass
class Regressor:
    weights: Float[Array, "inputs outputs"]
    bias: Float[Array, " outputs"]

    def scaled(self) -> Array:
        return self.weights * self.bias

    def scaled_rows(self) -> Array:
        return self.weights.T * self.bias  # E: jdc-shape


@struct.dataclass
class Made:
    """Made under `jax.vmap`, so that every field has an axis more than it says."""

    rows: Float[Array, "n d"]
    sizes: Float[Array, " n"]

    def weighted(self) -> Array:
        return self.rows * self.sizes


@struct.dataclass
class Carried:
    """The carry of a scan under `jax.vmap`."""

    rows: Float[Array, "n d"]
    sizes: Float[Array, " n"]

    def weighted(self) -> Array:
        return self.rows * self.sizes


@struct.dataclass
class Collected:
    """Collected by a scan under `jax.vmap`."""

    rows: Float[Array, "n d"]
    sizes: Float[Array, " n"]

    def weighted(self) -> Array:
        return self.rows * self.sizes


def distances(a: Float[Array, "n d"], b: Float[Array, "m d"]) -> Array:
    kernel = lambda p, q: jnp.exp(-((p - q) ** 2).sum())
    pairs = jax.vmap(jax.vmap(kernel, in_axes=(None, 0)), in_axes=(0, None))(a, b)
    return pairs + jax.vmap(lambda p: jax.vmap(lambda q: kernel(p, q))(b))(a)


def gradients(weights: Float[Array, " d"], rows: Float[Array, "b d"]) -> Array:
    loss = lambda w, row: (w @ row) ** 2
    slope = jax.grad(loss)
    return jax.vmap(slope, in_axes=(None, 0))(weights, rows)


def returns(rewards: Float[Array, "e t"], done: Bool[Array, "e t"]) -> Array:
    def one(rewards, done):  # type: ignore[no-untyped-def]
        def step(total, turn):  # type: ignore[no-untyped-def]
            reward, is_last = turn
            total = reward + total * ~is_last
            return total, total

        last, totals = jax.lax.scan(step, jnp.zeros(()), (rewards, done), reverse=True)
        centred = totals - totals.mean()
        for _ in range(3):
            centred = centred * 0.5 + last
        return centred

    mapped = jax.vmap(one)
    return mapped(rewards, done)


def patches(image: Float[Array, "h w"], corners: Float[Array, "b 2"]) -> Array:
    @jax.vmap
    def patch(corner):  # type: ignore[no-untyped-def]
        start = corner.astype(int)
        return jax.lax.dynamic_slice(image, (start[0], start[1]), (4, 4)).T

    return patch(corners)


def make_all(rows: Float[Array, "b n d"]) -> Array:
    def make(row):  # type: ignore[no-untyped-def]
        made = Made(row, row[:, 0])
        return made

    return jax.vmap(make)(rows).rows


def carry_all(rows: Float[Array, "b n d"]) -> Array:
    def run(row):  # type: ignore[no-untyped-def]
        state, _ = jax.lax.scan(lambda state, _: (state, None), Carried(row, row[:, 0]), None, length=3)
        return state

    return jax.vmap(run)(rows).rows


def collect_all(rows: Float[Array, "b n d"]) -> Array:
    def step(row, _):  # type: ignore[no-untyped-def]
        return row, Collected(row, row[:, 0])

    run = lambda row: jax.lax.scan(step, row, None, length=3)[1]
    return jax.vmap(run)(rows).rows
