"""``functools.reduce`` over a list of any length, items of named tuples, and returned items of parameters."""

import functools
import operator
from typing import NamedTuple

import jax.numpy as jnp
from jaxtyping import Array, Float


def m9(ms: list[Float[Array, "3 3"]], v: Float[Array, "2"]) -> Array:
    return functools.reduce(operator.matmul, ms) @ v  # E: jdc-shape


def m9b(ms: list[Float[Array, "3 3"]], v: Float[Array, "3"]) -> Array:
    return functools.reduce(operator.matmul, ms) @ v


def m9c(ms: list[Float[Array, "3 3"]], v: Float[Array, "2"]) -> Array:
    return functools.reduce(lambda a, b: a @ b, ms) @ v  # E: jdc-shape


def m9d(ms: list[Float[Array, "3 3"]], v: Float[Array, "3"]) -> Array:
    return functools.reduce(lambda a, b: b @ a, ms, v)


def m9e(ms: list[Float[Array, "n m"]], v: Float[Array, "3"]) -> Array:
    return functools.reduce(jnp.matmul, ms) @ v


def m9f(xs: list[Float[Array, "3"]]) -> Float[Array, "3"]:
    return functools.reduce(jnp.add, xs) + functools.reduce(jnp.maximum, xs)


def m9g(xs: list[Float[Array, "3"]]) -> Float[Array, "k"]:
    return functools.reduce(lambda a, b: jnp.concatenate([a, b]), xs)


def m9h(xs: list[Float[Array, "3"]]) -> Float[Array, ""]:
    return functools.reduce(lambda a, b: a + b.sum(), xs, jnp.zeros(()))


class Stats(NamedTuple):
    mean: Float[Array, " d"]
    cov: Float[Array, "d d"]


def mk() -> Stats:
    return Stats(jnp.zeros(3), jnp.eye(3))


def m4(s: Stats) -> Float[Array, " d"]:
    return s[1]  # E: jdc-shape


def r4(p: tuple[Float[Array, "n 3"], Float[Array, " n"]]) -> Float[Array, " n"]:
    a, b = p
    print(a + 1)
    return a  # E: jdc-shape


def r8(s: Stats) -> Float[Array, " d"]:
    a, b = s
    return a


def first(s: Stats) -> Float[Array, " d"]:
    return s[0]


def last(s: Stats) -> Float[Array, " d"]:
    return s[-1] @ s.mean


def product(s: Stats) -> Float[Array, " d"]:
    return s[1] @ s[0]


def swapped(p: tuple[Float[Array, "n 3"], Float[Array, " n"]]) -> Float[Array, " n"]:
    a, b = p
    print(a + 1)
    return b


def bound_again(p: tuple[Float[Array, "n 3"], Float[Array, " n"]]) -> Float[Array, " n"]:
    a, b = p
    a = a.sum(1) + b
    return a
