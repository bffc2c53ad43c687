"""``jdc-concrete`` for names that a function binds again before it asks, and to something else afterwards."""

import jax


def step(carry, x):
    total, count = carry
    total = total + x
    if total > 10:  # E: jdc-concrete
        total = 0.0
    return (total, count + 1), None


def of_one(total, x):
    total = total + x
    while total > 10:  # E: jdc-concrete
        total = 0.0
    return total, None


@jax.jit
def clipped(x):
    x = x * 2
    if x > 1:  # E: jdc-concrete
        x = 1.0
    return x


@jax.jit
def static_name(x, y):
    x = x.shape[0]
    if x > 1:
        x = y
    return x


@jax.jit
def looped(x, y):
    x = 3
    for _ in range(2):
        if x > 1:
            x = x - 1
    return y * x


def run(xs):
    return jax.lax.scan(step, (0, 0), xs), jax.lax.scan(of_one, 0, xs)
