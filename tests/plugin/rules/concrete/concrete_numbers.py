"""Formats, functions of Python that take numbers, lists by number: with tracers and without."""

import math
from typing import NamedTuple

import jax
import jax.numpy as jnp
import numpy as np


class Carry(NamedTuple):
    i: jax.Array
    x: jax.Array


@jax.jit
def formats(x, y):
    print(f"{x:.2f}", "{:.2f}".format(y))  # noqa: UP032  # E: jdc-concrete, jdc-concrete
    print("%d %d" % (3, x))  # noqa: UP031  # E: jdc-concrete
    print(f"{x}", f"{x!r:>10}", f"{y.shape}", f"{y.ndim:>3}", "%s" % x, "{}".format(x))  # noqa: UP031, UP032
    print("%d %s" % (y.ndim, x), "%d%%" % 3, "%(x)s" % {"x": x})  # noqa: UP031


@jax.jit
def numbers(x, y):
    one = math.sqrt(x) + abs(y - 1) * math.sqrt(3)  # E: jdc-concrete
    two = max(x, 0.0) + x.item()  # E: jdc-concrete, jdc-concrete
    three = range(round(y))  # E: jdc-concrete
    return one, two, three, max(2, 3), round(2.5)


@jax.jit
def lists(x, n, i):
    one = [x] * n  # E: jdc-concrete
    two = [x, x][i]  # E: jdc-concrete
    return one, two, [x] * 3, (1,) * x.ndim, [x, x][0], "-" * 3


@jax.jit
def compared(x, params, n, state):
    if params["w"] > 0:  # E: jdc-concrete
        return x
    if x[0] > 0 or n % 2 == 0:  # E: jdc-concrete
        return x
    i, y = state
    if i > 2:  # E: jdc-concrete
        return y
    if n == 0 or y == "a" or "a" in params:
        return x
    for k in range(3):
        if x > k:  # E: jdc-concrete
            return x
    if x > n:  # E: jdc-concrete
        return x
    return [k for k in range(3) if x > 1]  # E: jdc-concrete


@jax.jit
def computed(x):
    norm = jnp.linalg.norm(x)
    if norm > 1:  # E: jdc-concrete
        return x
    if jnp.any(x < 0):  # E: jdc-concrete
        return x
    if jnp.isnan(x).any():  # E: jdc-concrete
        return x
    return x[x > 0], jnp.unique(x), jnp.nonzero(x, size=2), x.reshape(norm)  # E: jdc-concrete, jdc-concrete


def body(carry: Carry, x: jax.Array) -> tuple[Carry, jax.Array]:
    if carry.i > 2:  # E: jdc-concrete
        return carry, x
    return Carry(carry.i + 1, carry.x), x


jax.lax.scan(body, Carry(jnp.zeros(()), jnp.zeros(3)), jnp.ones(3))


@jax.jit
def right(x, tree, flags):
    n = int(np.prod(x.shape)) + max(x.ndim, 2)
    a, b = x.shape
    if a > b or x.shape > (1, 2) or len(tree) > 2:
        x = x * 2
    (i, j), k = tree["pair"], x.ndim
    if k > 1 and n > 3:
        x = x + i + j
    kept = [v for k, v in flags.items() if k != "a" and v is not None]
    return x * (1.0, 2.0)[k - 1] + len(kept)
