"""``jdc-carry`` for a carry of numbers of which the function gives back one alone: its None is forgotten."""

import jax


def total_of(carry, x):
    total, count = carry
    return (total + x, count + 1)  # E: jdc-carry


def total_named(carry, x):
    total, count = carry
    total = x * total
    return total, count  # E: jdc-carry


def right(carry, x):
    total, count = carry
    return (total + x, count + 1), None


def shifted(carry, x):
    first, second = carry
    return (second,) + (x,), first  # noqa: RUF005 - one tuple is added to another


def run(xs):
    a = jax.lax.scan(total_of, (0, 0), xs)
    b = jax.lax.scan(total_named, (1.0, 0), xs)
    c = jax.lax.scan(right, (0, 0), xs)
    d = jax.lax.scan(shifted, (0.0, 0.0), xs)
    return a, b, c, d
