"""Values through unpacking, helpers, named sizes, constructors. Unannotated functions return `Any` to mypy."""

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def scale(x):
    return x * 2


def lin(x, w=jnp.zeros((3, 4))):
    """Doc."""
    return x @ w


def rec(x):
    return rec(x)


f = lambda x, y: x @ y
lin(jnp.zeros(3)) + jnp.zeros(4)
rec(jnp.zeros(3)) + jnp.zeros(4)


def g() -> None:
    x = jnp.zeros((5, 3))
    n, m = x.shape
    jnp.zeros((m, n)) @ jnp.zeros((m, n))  # E: jdc-shape
    q, _ = jnp.linalg.qr(x)
    q @ jnp.zeros(4)  # E: jdc-shape
    a, (b, c) = jnp.zeros(3), (jnp.zeros(4), jnp.zeros(5))
    b + c  # E: jdc-shape
    pair = (jnp.zeros(3), jnp.zeros(4))
    pair[0] + pair[1]  # E: jdc-shape
    one, two = pair
    one + two  # E: jdc-shape
    _, _ = jax.lax.scan(lambda c, x: (c, x), jnp.zeros(3), jnp.zeros((5, 2)))
    k1, k2 = jax.random.split(jax.random.key(0))
    jax.random.normal(k1, (3,)) + jax.random.normal(k2, (4,))  # E: jdc-shape


def h(x: Float[Array, "n 3"]) -> Float[Array, "n"]:
    n = x.shape[0]
    y = jnp.zeros(n) + x.sum(-1)
    y + x  # E: jdc-shape
    return jnp.zeros((n + 1,))  # E: jdc-shape


class K:
    def __init__(self, w: Float[Array, "3 4"]) -> None:
        self.w = w


K(jnp.zeros(3))  # E: jdc-shape


class L(K):
    pass


L(jnp.zeros(3))  # E: jdc-shape
jnp.add(scale(jnp.zeros(3)), jnp.zeros(4))  # E: jdc-shape
jnp.add(lin(jnp.zeros(3)), jnp.zeros(5))  # E: jdc-shape
jnp.add(f(jnp.zeros(3), jnp.zeros((3, 2))), jnp.zeros(4))  # E: jdc-shape
jnp.add(f(jnp.zeros(3), jnp.zeros((3, 2))), jnp.zeros(2))
