"""Layers of flax one behind the other, which are given each item of a tuple or a dict for itself."""

import jax
import jax.numpy as jnp
from flax import nnx


class Pair(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(3, 3, rngs=rngs)

    def __call__(self, x, y=None):
        return self.layer(x), x if y is None else y  # E: jdc-shape


class Named(nnx.Module):
    def __init__(self, rngs):
        self.layer = nnx.Linear(3, 3, rngs=rngs)

    def __call__(self, x, y):
        return {"x": self.layer(x), "y": y}


def halves(x):
    return tuple(jnp.split(x, 2, -1))


def test_right() -> None:
    rngs = nnx.Rngs(0)
    pair = nnx.Sequential(Pair(rngs), Pair(rngs), lambda x, y: x + y, nnx.Linear(3, 2, rngs=rngs))
    assert pair(jnp.ones((2, 3))).shape == (2, 2)
    named = nnx.Sequential(Pair(rngs), Named(rngs), lambda y, x: x @ y.T)
    assert named(jnp.ones((2, 3))).shape == (2, 2)
    gate = nnx.Sequential(halves, lambda x, y: x * jax.nn.sigmoid(y), nnx.Linear(2, 1, rngs=rngs))
    assert gate(jnp.ones((3, 4))).shape == (3, 1)
    inner = nnx.Sequential(nnx.Sequential(Pair(rngs), Pair(rngs)), lambda x, y: x @ y.T)
    assert inner(jnp.ones((2, 3))).shape == (2, 2)


def test_wrong() -> None:
    rngs = nnx.Rngs(0)
    nnx.Sequential(nnx.Linear(3, 4, rngs=rngs), Pair(rngs))(jnp.ones((2, 3)))
