"""Results of loops of `jax.lax` and of mapped functions, and the lengths that a scan goes along."""

from typing import Any

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax
from jaxtyping import Array, Float


def step(carry, x):
    position, velocity = carry
    velocity = velocity + 0.1 * x
    position = position + velocity
    return (position, velocity), position


def score(w, x):
    return jnp.dot(w, x)


def both(x):
    return x * 2, x.sum()


def wrong(flag: bool) -> None:
    start = (jnp.zeros(2), jnp.zeros(2))
    (position, velocity), path = lax.scan(step, start, jnp.zeros((50, 2)))
    position + jnp.zeros(3)  # E: jdc-shape
    velocity @ jnp.zeros(3)  # E: jdc-shape
    path @ jnp.zeros(3)  # E: jdc-shape
    path + jnp.zeros((49, 2))  # E: jdc-shape
    _, longer = jax.lax.scan(lambda c, _: (c + 1, c), jnp.zeros(3), length=7)
    longer + jnp.zeros((8, 3))  # E: jdc-shape
    total = lax.fori_loop(0, 10, lambda i, acc: acc + path[i], jnp.zeros(2))
    total + jnp.zeros(5)  # E: jdc-shape
    kept, _count = lax.while_loop(lambda s: s[1] < 5, lambda s: (s[0] * 2, s[1] + 1), (jnp.ones(3), 0))
    kept + jnp.zeros(2)  # E: jdc-shape
    either = lax.cond(flag, lambda v: v * 2, lambda v: -v, jnp.zeros(4))
    either @ jnp.zeros(3)  # E: jdc-shape
    scores = jax.vmap(score, in_axes=(None, 0))(jnp.zeros(3), jnp.zeros((10, 3)))
    scores + jnp.zeros(9)  # E: jdc-shape
    doubled, sums = jax.vmap(both)(jnp.zeros((10, 3)))
    doubled + jnp.zeros(4)  # E: jdc-shape
    sums + jnp.zeros(4)  # E: jdc-shape
    own = lax.map(lambda x: x * 2, jnp.zeros((10, 3)))
    jnp.add(own, jnp.zeros(4))  # E: jdc-shape
    lax.fori_loop(0, 8, lambda i, c: jnp.maximum(c, path[i]), jnp.zeros(3))  # E: jdc-shape
    lax.scan(lambda c, ab: (c + ab[0] * ab[1], c), jnp.zeros(()), (jnp.zeros(10), jnp.zeros(9)))  # E: jdc-shape
    lax.scan(lambda c, a: (c + a, c), jnp.zeros(()), jnp.zeros(10), length=9)  # E: jdc-shape
    lax.scan(f=lambda c, a: (jnp.stack([c, a]), c), init=jnp.zeros(()), xs=jnp.zeros(10))  # E: jdc-shape


def returned(x: Float[Array, "50 2"]) -> Float[Array, "50 3"]:
    _, path = lax.scan(lambda c, v: (c + v, c), jnp.zeros(2), x)
    return path  # E: jdc-shape


def typed_step(carry: jax.Array, x: jax.Array) -> tuple[jax.Array, jax.Array]:
    moved = carry + x
    return moved, moved * 2


def typed_results() -> None:
    end, path = lax.scan(typed_step, jnp.zeros(2), jnp.zeros((50, 2)))
    weights = jnp.zeros((3, 3))
    end @ weights  # E: jdc-shape
    path @ weights  # E: jdc-shape
    lengths(path)  # E: jdc-shape


def lengths(points: Float[Array, "n 3"]) -> Float[Array, "n"]:
    return jnp.linalg.norm(points, axis=-1)


def right(flag: bool, unknown: Any, n: int) -> None:
    start = (jnp.zeros(2), jnp.zeros(2))
    (position, velocity), path = lax.scan(step, start, jnp.zeros((50, 2)))
    path @ position + path @ velocity
    _, longer = lax.scan(lambda c, _: (c + 1, c), jnp.zeros(3), None, length=n)
    longer + jnp.zeros((8, 3))
    _, longer = lax.scan(lambda c, _: (c + 1, c), jnp.zeros(3), None, n)
    longer + jnp.zeros((8, 3))
    weak, weaks = lax.scan(lambda c, x: (c + x, c), jnp.asarray(0), jnp.zeros(5, jnp.int32))
    weaks + jnp.zeros(5)
    _, nothing = lax.scan(lambda c, x: (c + x, None), jnp.zeros(()), jnp.zeros(5))
    _, everything = lax.scan(unknown, jnp.zeros(()), jnp.zeros(5))
    everything + jnp.zeros(7)
    total = lax.fori_loop(0, n, lambda i, acc: acc + path[i], jnp.zeros(2))
    total + jnp.zeros(2)
    lax.fori_loop(jnp.int8(0), jnp.int8(3), lambda i, c: c + i, jnp.int32(0))
    lax.fori_loop(0, 3, lambda i, c: c + i, jnp.zeros((), jnp.int8))
    lax.fori_loop(0, 3, lambda i, c: c.at[i].set(path[i, 0]), jnp.zeros(8))
    either = lax.cond(flag, lambda v: v * 2, lambda v: -v, jnp.zeros(4))
    either @ jnp.zeros(4)
    jax.vmap(score, in_axes=(None, 0), out_axes=0)(jnp.zeros(3), jnp.zeros((10, 3))) + jnp.zeros(10)
    jax.vmap(both, out_axes=1)(jnp.zeros((10, 3)))[0] + jnp.zeros((3, 10))
    jax.vmap(both, out_axes=(1, 0))(jnp.zeros((10, 3)))[0] + jnp.zeros((3, 10))
    jax.vmap(lambda x: x.T, in_axes=1)(jnp.zeros((2, 5, 3))) + jnp.zeros((5, 3, 2))
    jax.vmap(jax.vmap(both))(jnp.zeros((4, 10, 3)))[1] + jnp.zeros((4, 10))
    jax.vmap(score, (0, None))(jnp.zeros((7, 3)), jnp.zeros(3)) + jnp.zeros(7)
    jax.vmap(lambda i: jnp.ones(3) * i)(jnp.arange(5)) + jnp.zeros((5, 3))
    jax.vmap(lambda i: 1.0)(jnp.arange(5)) + jnp.zeros(5)
    lax.map(lambda x: x.sum(), np.zeros((10, 3))) + jnp.zeros(10)
    lax.scan(lambda c, ab: (c + ab[0] * ab[1], c), jnp.zeros(()), (jnp.zeros(10), jnp.zeros(10)), length=10)
    lax.scan(lambda c, a: (c, c), jnp.zeros(()), (jnp.zeros(10), None))
    lax.map(lambda x: x * 2, jnp.zeros((10, 3)), batch_size=2) + jnp.zeros(3)


def called() -> None:
    right(True, lambda c, x: (c, jnp.zeros(7)[:, None][:, 0]), 8)


def pairs(means: Float[Array, "t d"], steps: Float[Array, "t_less_1 d"]) -> Float[Array, "t_less_1 d"]:
    return jax.vmap(lambda x, y: x + y)(means[:-1], steps)


def rows(means: Float[Array, "t d"], steps: Float[Array, "t_less_1 d"]) -> Float[Array, "t_less_1 d"]:
    return means[:-1]


def rows_of_another(means: Float[Array, "t d"], steps: Float[Array, "others d"]) -> Float[Array, "others d"]:
    return means[:-1]  # E: jdc-shape
