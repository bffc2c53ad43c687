"""Functions in which all is `Any` to mypy, which asks nobody about them, and functions that nothing here calls."""

import jax.numpy as jnp
import numpy as np

CACHE = []  # type: ignore[var-annotated]
SEEN = []  # type: ignore[var-annotated]


def predict(params, x):
    for w, b in params[:-1]:
        x = jnp.tanh(x @ w + b)
    w, b = params[-1]
    return x @ w + b  # E: jdc-shape


def shorten(params):
    w, b = params[-1]
    params[-1] = (w[:-1], b)


params = [(jnp.ones((3, 4)), jnp.zeros(4)), (jnp.ones((4, 2)), jnp.zeros(2))]
predict(params, jnp.ones((5, 3)))
shorten(params)
predict(params, jnp.ones((5, 3)))


class Layer:
    def __init__(self, n, m):
        self.w = np.ones((n, m))

    def forward(self, x):
        self.x = x
        return x @ self.w

    def backward(self, g):
        self.slope = self.x.T @ g
        return g @ self.w  # E: jdc-shape


def fill(x):
    CACHE.append(x)


def filled():
    return jnp.stack(CACHE) + jnp.ones(0)


def first():
    SEEN.append(jnp.ones(3))
    return SEEN[0] + jnp.ones(3)


def second():
    layer = Layer(3, 2)
    layer.w = layer.w[:, :1]
    y = layer.forward(np.ones((5, 3)))
    return y - np.ones((5, 1)) + layer.w  # E: jdc-shape


def third():
    return jnp.stack(SEEN) + jnp.ones(7)


def fourth():
    layer = Layer(3, 2)
    return layer.backward(layer.forward(np.ones((5, 3))))


LATER = []  # type: ignore[var-annotated]
SIZES = {"n": 3}


def read():
    SIZES["n"] + jnp.ones(2) + jnp.ones(SIZES["n"])
    return jnp.stack(LATER) + jnp.ones(0)


def write():
    LATER.append(jnp.ones(0))
    SIZES["n"] = 2


KEPT = {"w": jnp.ones((3, 4))}


def fifth():
    return jnp.ones(3) @ KEPT["w"] + jnp.ones(5)  # E: jdc-shape
