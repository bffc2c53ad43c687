"""Partials that take the name of their function: ``step = partial(step, config)``."""

import functools
from functools import partial

import jax
import jax.numpy as jnp


def counted(limit, carry, t):
    if limit > 2.0:
        carry = carry + limit
    return carry, float(t)  # E: jdc-concrete


counted = partial(counted, 3.0)
rows = [1, 2]


def run(carry, ts):
    return jax.lax.scan(counted, carry, ts)  # E: arg-type


def make(n):
    def body(carry, t, k):
        for _ in range(k):
            carry = carry + 1
        if t > 0:  # E: jdc-concrete
            return carry, t
        return carry, float(t)  # E: jdc-concrete

    body = functools.partial(body, k=n)
    return jax.lax.scan(body, 0, jnp.arange(3))


def relaxed(config, x):
    if config["relu"]:
        x = jax.nn.relu(x)
    while x > 0:  # E: jdc-concrete
        x = x - 1
    return x


relaxed = partial(relaxed, {"relu": True})
fast = jax.jit(relaxed)
fast(jnp.zeros(()))


def twice(config, x):
    for _ in range(config):
        x = x + 1
    return x


twice = partial(twice, 2)
twice = jax.jit(twice)
twice(jnp.zeros(()))


def sized(n, x):
    for _ in range(n):
        x = x + 1
    return x


if len(rows) > 1:
    sized = partial(sized, 2)
else:
    sized = partial(sized, 3)
jax.jit(sized)(jnp.zeros(()))


def keyed(x, n):
    return x[: int(n)]


keyed = partial(keyed, n=2)
keyed(jnp.zeros(3))
jax.jit(keyed)(jnp.zeros(3))
jax.jit(partial(keyed))(jnp.zeros(3))


def before(x, n):
    return x * float(n)


def later(x):
    return jax.vmap(before)(x)  # E: call-arg


before = partial(before, n=2)
later(jnp.zeros(3))
