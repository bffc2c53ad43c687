"""Tracers that functions and methods make of tracers, and fields of generic classes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, TypeVar

import jax
import jax.numpy as jnp
from jax import Array

T = TypeVar("T")


@jax.tree_util.register_dataclass
@dataclass
class Window(Generic[T]):
    items: T
    size: int


@jax.jit
def of_a_generic_class(window: Window[Array]) -> Array:
    return window.items.reshape(window.size, -1)  # E: jdc-concrete


@jax.jit
def of_an_object(window: Window[list[int]]) -> Array:
    return jnp.zeros(2).reshape(len(window.items), -1)


@jax.jit
def in_a_loop(x: Array) -> Array:
    y = jnp.where(x > 0, x, 0)
    while y.max() > 1:  # E: jdc-concrete
        y = y / 2
    return y


@jax.jit
def by_another_argument(x: Array) -> Array:
    y = jnp.power(2.0, x)
    return y if y.ravel()[0] > 1 else -y  # E: jdc-concrete


@jax.jit
def by_methods(x: Array) -> Array:
    y = x.reshape(-1).T.clip(0, 1)
    if y.sum() > 1:  # E: jdc-concrete
        return y
    return y.at[0].set(1)


@jax.jit
def of_a_key(x: Array, key: Array) -> Array:
    key, other = jax.random.split(key)
    number = jax.random.randint(other, (), 1, 5)
    return jnp.tile(x, number)  # E: jdc-concrete


@jax.jit
def of_a_network(x: Array) -> Array:
    chances = jax.nn.softmax(x)
    assert chances.sum() == 1  # E: jdc-concrete
    return chances


@jax.jit
def of_constants(x: Array) -> Array:
    shape = x.reshape(-1).shape
    if jnp.zeros_like(x).ndim > 1 and shape[0] > 2:
        return x
    sizes = [1, 2]
    sizes.sort()
    for size in sizes:
        x = x + size
    return x.reshape(len(sizes), -1)


def scaled(x: Array, factor: float) -> Array:
    y = jnp.multiply(factor, 2.0)
    return x if y > 1 else -x


mapped = jax.vmap(scaled, in_axes=(0, None))


@jax.grad
def loss(x: Array) -> Array:
    y = jnp.maximum(0.0, x).sum()
    if y > 3:
        y = y / 2
    return y


@jax.jit
def of_a_static(x: Array, key: Array) -> Array:
    def reset(x: Array, n: int = 3) -> Array:
        y = jnp.add(n, 1)
        return x * y

    return reset(x)
