"""Loops that start with numbers of Python, and whose functions say that they take arrays."""

from __future__ import annotations

from typing import NamedTuple

import jax
import jax.numpy as jnp


class Pair(NamedTuple):
    mean: jax.Array
    seen: jax.Array


def add(total: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    return total + x, total


def both(carry: tuple[jax.Array, Pair], x: jax.Array) -> tuple[tuple[jax.Array, Pair], None]:
    total, pair = carry
    return (total + x, pair._replace(seen=pair.seen + 1)), None


def is_small(x: jax.Array) -> jax.Array:
    return x < 3.0


def grown(x: jax.Array) -> jax.Array:
    return x * 2.0 + 1.0


def sums(xs: jax.Array) -> jax.Array:
    total, _ = jax.lax.scan(add, 0.0, xs)
    return total


def negative(xs: jax.Array) -> tuple[jax.Array, jax.Array]:
    return jax.lax.scan(add, -1.0, xs)


def named(xs: jax.Array) -> jax.Array:
    start = 0.0
    total, seen = jax.lax.scan(f=add, init=start, xs=xs)
    return total + seen.sum()


def pairs(xs: jax.Array) -> Pair:
    (_, pair), _ = jax.lax.scan(both, (0.0, Pair(jnp.zeros(()), jnp.zeros(()))), xs)
    return pair


def grow() -> jax.Array:
    return jax.lax.while_loop(is_small, grown, 0.0)


def products(xs: jax.Array, ys: jax.Array) -> jax.Array:
    total, _ = jax.lax.scan(lambda c, row: (c + row[0] * row[1], None), 0.0, (xs, ys))
    return total + 1.0


def running(xs: jax.Array) -> jax.Array:
    _, sums = jax.lax.scan(lambda total, x: (total * 0.9 + x, total), 0.0, xs)
    return sums


def steps(xs: jax.Array) -> tuple[int, jax.Array]:
    return jax.lax.scan(lambda count, x: (count + 1, x), 0, xs)


def as_words(xs: jax.Array) -> None:
    jax.lax.scan(lambda c, x: (c + x, None), "0", xs)  # E: operator


def counted(xs: jax.Array) -> int:
    count, _ = jax.lax.scan(add, 0.0, xs)
    return count  # E: return-value


def as_text(xs: jax.Array) -> None:
    jax.lax.scan(add, "0", xs)  # E: arg-type


xs = jnp.ones(57)
print(sums(xs), negative(xs), named(xs), pairs(xs), grow(), counted(xs), products(xs, xs), running(xs), steps(xs))
