"""Arrays of which an annotation tells no shape: what raises for every number of axes."""

from collections.abc import Callable
from typing import NamedTuple, cast

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


def skew(omega: jax.Array) -> jax.Array:
    x, y, z = jnp.moveaxis(omega, -1, 0)
    zero = jnp.zeros_like(x)
    return jnp.stack([zero, -z, y, z, zero, -x, -y, x, zero], axis=-1).reshape((*omega.shape[:-1], 3, 3))


def jacobian(omega: jax.Array) -> jax.Array:
    square = jnp.sum(omega**2, axis=-1)
    crossed = skew(omega)
    return jnp.eye(4) + square[..., None, None] * crossed @ crossed  # E: jdc-shape


def rotated(omega: jax.Array, points: jax.Array) -> jax.Array:
    return jnp.stack([omega, -omega], axis=-1) @ jnp.zeros((3, 4))  # E: jdc-shape


def folded(values: jax.Array) -> jax.Array:
    pairs = jnp.stack([jnp.cos(values), jnp.sin(values)], axis=-1)
    return pairs.reshape((*values.shape, 3))  # E: jdc-shape


def doubled(values: jax.Array) -> jax.Array:
    outer = jnp.einsum("...i,...j->...ij", values, values)
    some = jnp.stack([outer[..., 0, 0], outer[..., 1, 1], outer[..., 2, 2]], axis=-1)
    return some.reshape(*values.shape[:-1], 2, 2)  # E: jdc-shape


def numbers(values: jax.Array | float) -> jax.Array:
    return jnp.stack([jnp.cos(values), jnp.sin(values)], axis=-1) @ jnp.eye(3)  # E: jdc-shape


def numbers_of_numpy(values: jax.Array | np.ndarray | float | int) -> jax.Array:
    return jnp.stack([values, values], axis=-1) + jnp.zeros(3)  # E: jdc-shape


def cast_to_array(values: jax.Array) -> jax.Array:
    return cast(jax.Array, jnp.ones(3)) + jnp.ones(4) + values  # E: jdc-shape


def masked(values: jax.Array) -> jax.Array:
    return values[0, values > 0]  # E: jdc-shape


def right_from_elsewhere(program: Callable[[], jax.Array], other: Callable[[], list[jax.Array]]) -> jax.Array:
    values, rows = program(), other()
    pairs = jnp.stack([values, values], axis=-1) @ jnp.eye(2)
    return pairs + jnp.eye(3) @ program() + jnp.stack(rows, axis=-1) @ jnp.eye(3)


@flax.struct.dataclass
class Step:
    extras: jax.Array = ()  # type: ignore[assignment]


def of_dicts(params: jax.Array, step: Step) -> jax.Array:
    key = "b"
    params = params[0]
    first, second = params["a"], params[key]
    state = step.extras["state"]
    stepped = step.extras["state"]["x"] + state["y"]
    return first["x"] + jnp.stack([second, second], axis=-1) @ jnp.eye(2) + stepped * params["a"]["x"]


@flax.struct.dataclass
class Turn:
    angle: jax.Array

    def matrix(self) -> jax.Array:
        cos, sin = jnp.cos(self.angle), jnp.sin(self.angle)
        return jnp.stack([cos, -sin, sin], axis=-1).reshape((*self.angle.shape, 2, 2))  # E: jdc-shape

    def right_matrix(self) -> jax.Array:
        cos, sin = jnp.cos(self.angle), jnp.sin(self.angle)
        return jnp.stack([cos, -sin, sin, cos], axis=-1).reshape((*self.angle.shape, 2, 2))


class Pair(NamedTuple):
    one: jax.Array
    other: jax.Array


def right(x: jax.Array, y: jax.Array, z: jax.Array, key: jax.Array, pair: Pair) -> None:
    jnp.eye(3) @ x
    x @ y
    x + x.T
    x @ x.T @ y
    x.reshape(3, -1) + x.reshape(-1, 3)
    x.reshape(2, 3) @ jnp.ones((3, 4))
    x[0] + x[1, 0] + x[:, None] + x[0, 0, 0, 0]
    x[x > 0] + x[y]
    jnp.concatenate([x, jnp.zeros((1, 3))])
    jnp.concatenate([x, y, z], axis=-1)
    jnp.split(x, 3, axis=-1)[0] @ jnp.ones((3, 4))
    jnp.einsum("ij,jk->ik", x, y)
    jnp.einsum("...ij,...jk->...ik", x, jnp.eye(3))
    jnp.linalg.solve(x, y) + jnp.linalg.cholesky(x) @ z
    jax.lax.conv_general_dilated(x, y, (1, 1, 1), "SAME") + z
    jax.lax.conv_general_dilated(x, jnp.ones((4, 3, 2, 2, 2)), (1, 1, 1), "SAME") + jnp.zeros((4, 1, 1, 1))
    jnp.stack([x, x], axis=-2) @ jnp.zeros((3, 4))
    jnp.squeeze(x, axis=0) + jnp.squeeze(x, axis=-1)
    jnp.swapaxes(x, -1, -2) @ jnp.ones((2, 2))
    jax.vmap(lambda row: row @ jnp.ones((3, 2)))(x)
    jax.vmap(jnp.outer)(x, y)
    jax.random.normal(key, (3,)) + jax.random.split(key, 3)[0].size
    first, second = jax.random.split(key)
    jax.random.normal(first, x.shape) + x
    a, b = x
    a + b
    n, m = x.shape
    x.reshape(m, n) @ jnp.ones((n, 2))
    x = x.at[0, 1].set(1.0).at[..., 0].add(y)
    pair.one @ pair.other + pair.one[0]
    jnp.take_along_axis(x, y[..., None], axis=-1)[..., 0]
    jnp.broadcast_to(x, (4, 3)) @ jnp.ones((3, 2))
    float(y) + int(y.sum()) + x.item()


def asked(x: jax.Array) -> jax.Array:
    if x.ndim == 0:
        return x
    if x.ndim == 1:
        return jnp.stack([x, x], axis=-1) @ jnp.eye(2)
    return x[0, 0]


def again(x: jax.Array, n: int) -> jax.Array:
    for _ in range(n):
        x = x[0]
    x = x.reshape(-1, 3)
    return x @ jnp.ones((3, 2))


def tried(x: jax.Array) -> jax.Array:
    try:
        return jnp.stack([x, x], axis=-1) @ jnp.eye(3)
    except TypeError:
        return x


def either(x: jax.Array | list[jax.Array], y: jax.Array | None) -> jax.Array:
    if isinstance(x, list):
        return x[0] if y is None else x[0] @ y
    return jnp.stack([x, x], axis=-1) @ jnp.eye(2)
