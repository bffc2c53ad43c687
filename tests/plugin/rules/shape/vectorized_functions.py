"""Functions of vectors under ``jnp.vectorize``, whose signature says what axes they see."""

import functools

import jax
import jax.numpy as jnp
from jax import Array

TABLES = jnp.ones((5, 2, 3))
product = jnp.vectorize(lambda table, row: table @ row, signature="(n,m),(m)->(n)")


@functools.partial(jnp.vectorize, signature="(k),(k)->()")
def distance(one: Array, other: Array) -> Array:
    return jnp.sqrt(jnp.sum((one - other) ** 2))


def calls(x: jax.Array) -> None:
    print(product(TABLES, jnp.ones(4)))  # E: jdc-shape
    print(product(jnp.ones(3), jnp.ones(3)))  # E: jdc-shape
    print(product(TABLES, jnp.ones((6, 3))))  # E: jdc-shape
    print(product(TABLES, jnp.ones(3)) + jnp.ones((5, 3)))  # E: jdc-shape
    print(product(TABLES, jnp.ones(3)) + jnp.ones((5, 2)), product(TABLES, jnp.ones((5, 1, 3))))
    print(product(TABLES, x), product(x, jnp.ones(3)), product(x, x))


def decorated(x: jax.Array) -> None:
    print(distance(jnp.ones((7, 3)), jnp.ones((7, 4))))  # E: jdc-shape
    print(distance(jnp.ones((7, 3)), jnp.ones((7, 3))) + jnp.ones(3))  # E: jdc-shape
    print(distance(jnp.ones((7, 1, 3)), jnp.ones((5, 3))) + jnp.ones((7, 5)), distance(x, jnp.ones(3)))


def by_others(x: jax.Array) -> None:
    kept = jnp.vectorize(jnp.dot, signature="(n),(n)->()", excluded={1})
    plain = jnp.vectorize(lambda a, b: a + b)
    print(kept(jnp.ones((2, 3)), jnp.ones(3)), plain(jnp.ones((2, 3)), jnp.ones(3)), plain(x, 2.0))
