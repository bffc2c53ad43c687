"""Tuples and lists in the place of an array or of one size."""

from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Vec(NamedTuple):
    x: float
    y: float

    def __rmul__(self, other):
        return Vec(self.x * other, self.y * other)

    def __radd__(self, other):
        return Vec(self.x + other, self.y + other)


def scale(s: jax.Array, v: Vec):
    return s * v


def make() -> Vec:
    return Vec(1.0, 2.0)


x = jnp.ones(3)
v = make()
print(x * Vec(1.0, 2.0), x + make(), x + v, scale(x, v))
print(jnp.array(2) * (1, 2), [0] * jnp.array(2), np.multiply(np.ones(2), (1, 2)), np.tri(3.0))  # type: ignore[call-overload, operator]
w = jnp.ones((2, 3))


def of_shape(w):
    return w / w.shape[0], jnp.eye(w.shape[0]), w.reshape(w.shape[0], -1), jnp.zeros((*w.shape, 2))


def added(w):
    return w + w.shape


def contracted(w):
    return w.shape @ w


def square(w):
    return jnp.eye(w.shape)


def flat(w):
    return w.reshape(w.shape, -1)


def nested(w):
    return jnp.zeros((w.shape, 2))


def classes(w):
    return jax.nn.one_hot(2, w)


def half(w):
    return jnp.ones((w.shape[0] / 2, 4))  # E: jdc-shape


def main():
    w = jnp.ones((2, 3))
    of_shape(w)
    added(w)  # E: jdc-dtype
    contracted(w)  # E: jdc-dtype
    square(w)  # E: jdc-shape
    flat(w)  # E: jdc-shape
    nested(w)  # E: jdc-shape
    classes(w)  # E: jdc-shape
    half(w)
