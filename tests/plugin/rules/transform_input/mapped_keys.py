"""A single random key that `jax.vmap` is to take apart."""

import functools
from typing import Any

import jax
import jax.numpy as jnp
from jax import random


@functools.partial(jax.vmap, in_axes=(0, 0))
def noisy(key: jax.Array, x: jax.Array) -> jax.Array:
    return jax.random.normal(key) + x


@functools.partial(jax.vmap, in_axes=[0, None, None])
def simulate(key, tree, depth):
    return jax.random.normal(key) + tree * depth


def use(key: jax.Array, xs: jax.Array, shape: Any) -> Any:
    first, second = jax.random.split(key, 2)
    keys = jax.random.split(second, xs.shape[0])
    noisy(first, xs)  # E: jdc-transform-input
    noisy(keys[0], xs)  # E: jdc-transform-input
    rows, _ = random.split(key, (2, 5))
    others, _ = random.split(key, shape)
    noisy(rows, xs)
    noisy(others, xs)
    noisy(keys[:3], xs[:3])
    return noisy(keys, xs)


def turn(state, xs):
    key, tree = state
    key, simulate_key, _ = random.split(key, 3)
    wrong = simulate(simulate_key, tree, 3)  # E: jdc-transform-input
    simulate_keys = random.split(simulate_key, 4)
    return wrong, simulate(simulate_keys, tree, 3)


def shared(key: jax.Array, xs: jax.Array) -> Any:
    first, second = random.split(key)
    jax.vmap(lambda k, x: random.normal(k) + x, in_axes=(None, 0))(first, xs)
    jax.vmap(lambda k, x: random.normal(k) + x)(random.split(first, 3), xs)
    return jax.vmap(lambda k, x: random.normal(k) + x)(second, xs)  # E: jdc-transform-input


def made(xs: jax.Array) -> Any:
    return noisy(jax.random.PRNGKey(0), xs), noisy(jnp.zeros((3, 2), jnp.uint32), xs)  # E: jdc-transform-input
