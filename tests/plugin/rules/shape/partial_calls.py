"""Functions that `functools.partial` gives some arguments ahead."""

import functools
from collections.abc import Callable
from functools import partial

import jax
import jax.numpy as jnp
from jax import lax
from jaxtyping import Array, Float


def step(w: Array, c: Array, x: Array) -> tuple[Array, Array]:
    return w @ c, x.sum()


def first(x: Array, k: int, start: int = 0) -> Array:
    return x[start:k]


def applied(f: Callable[[Array], Array], x: Array) -> Array:
    return f(x)


def of_operations(y: Float[Array, "3"], z: Float[Array, "4"], x: Float[Array, "3 4 5"]) -> None:
    mean = partial(jnp.mean, axis=1)
    mean(jnp.ones((3, 4))) + y
    mean(jnp.ones((3, 4))) + z  # E: jdc-shape
    mean(x)[0] + z  # E: jdc-shape
    mean(x, keepdims=True)[0, 0] + z  # E: jdc-shape
    functools.partial(jnp.sum, axis=(0, 2))(x) + z
    functools.partial(jnp.sum, axis=(0, 2))(x) + y  # E: jdc-shape
    jax.vmap(partial(jnp.sum, axis=0))(x) + z  # E: jdc-shape
    lax.map(partial(jnp.sum, axis=1), x) + z
    lax.map(partial(jnp.sum, axis=1), x) + y  # E: jdc-shape


def of_functions(y: Float[Array, "3"], z: Float[Array, "4"], n: int) -> None:
    last, _ = lax.scan(partial(step, jnp.eye(3)), y, z)
    last + z  # E: jdc-shape
    partial(first, k=2)(y) + z  # E: jdc-shape
    partial(first, k=2)(y) + z[:2]
    partial(first, y)(2) + z  # E: jdc-shape
    partial(first, k=2, start=1)(y) + z
    partial(first, k=n)(y) + z
    go = partial(step, jnp.eye(3), y)
    go(z)[0] + z  # E: jdc-shape
    go(z)[0] + y
    applied(partial(jnp.sum, axis=0), jnp.ones((3, 4))) + z
    applied(partial(jnp.sum, axis=0), jnp.ones((3, 4))) + y  # E: jdc-shape
