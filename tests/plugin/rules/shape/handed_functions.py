"""Functions that are given to functions of the module, which call them."""

from collections.abc import Callable

import jax
import jax.numpy as jnp
from jaxtyping import Array, Float


def runge_kutta(field: Callable[[Array], Array], x: Float[Array, "d"], dt: float) -> Float[Array, "d"]:
    k1 = field(x)
    k2 = field(x + 0.5 * dt * k1)
    return x + dt * k2


def residual(f: Callable[[Array], Array], x: Array) -> Array:
    return f(x) + x


def twice(f, x):
    return f(f(x))


def linear(x: Array) -> Array:
    return jnp.zeros((6, 6)) @ x


def optional(f: Callable[[Array], Array] | None, x: Array) -> Array:
    return x if f is None else f(x)


def repeated(f, n: int, x: Array) -> Array:
    if n == 0:
        return f(x)
    return repeated(lambda v: f(v)[:-1], n - 1, x)


def mapped(f: Callable[[Array], Array], xs: Array) -> Array:
    return jax.vmap(f)(xs)


def calls(w: Array) -> None:
    def inner(v: Array) -> Array:
        return w @ v

    runge_kutta(linear, jnp.zeros(6), 0.1)
    runge_kutta(linear, jnp.zeros(5), 0.1)  # E: jdc-shape
    runge_kutta(lambda x: jnp.eye(3) @ x, jnp.zeros(3), 0.1)
    runge_kutta(lambda x: jnp.eye(3) @ x, jnp.zeros(4), 0.1)  # E: jdc-shape
    residual(inner, jnp.ones(3))
    residual(jnp.sin, jnp.ones(4))
    residual(jnp.sum, jnp.ones(4))
    residual(jnp.diff, jnp.ones(4))  # E: jdc-shape
    residual(jax.vmap(jnp.sum), jnp.ones((4, 4)))
    residual(jax.vmap(jnp.sum), jnp.ones((4, 3)))  # E: jdc-shape
    residual(jax.grad(lambda v: jnp.sum(v**2)), jnp.ones(4)) + jnp.ones(4)
    residual(jnp.sin, jnp.ones(4)) + jnp.ones(3)  # E: jdc-shape
    twice(lambda v: jnp.ones((3, 3)) @ v, jnp.ones(3))
    twice(lambda v: jnp.ones((4, 3)) @ v, jnp.ones(3))  # E: jdc-shape
    optional(None, jnp.ones(5))
    optional(linear, jnp.ones(6))
    repeated(lambda v: v + jnp.ones(4), 2, jnp.ones(4))
    mapped(linear, jnp.zeros((9, 6)))
    mapped(linear, jnp.zeros((6, 9)))  # E: jdc-shape


def captured(n: int) -> None:
    for size in (3, 4):
        residual(lambda v: jnp.eye(size) @ v, jnp.ones(size))
    width = 3
    residual(lambda v: jnp.eye(width) @ v, jnp.ones(3))
    width = 4
    residual(lambda v: jnp.eye(width) @ v, jnp.ones(4))
