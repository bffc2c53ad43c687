"""``chex.assert_max_traces`` leaves a function as it is, which chex does not say."""

# mypy: disallow-untyped-decorators, disallow-untyped-calls

import functools
from typing import assert_type

import chex
import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("axis",))
@chex.assert_max_traces(n=2)
def total(x: jax.Array, axis: int = 0) -> jax.Array:
    return jnp.sum(x, axis)


@jax.jit
@chex.assert_max_traces(1)
def doubled(x: jax.Array) -> jax.Array:
    return 2 * x


def halved(x: jax.Array) -> jax.Array:
    return x / 2


def use(x: jax.Array) -> None:
    assert_type(total(x, axis=1), jax.Array)
    total("x")  # E: arg-type
    assert_type(doubled(x), jax.Array)
    counted = chex.assert_max_traces(halved, n=1)
    assert_type(counted(x), jax.Array)
    counted(1)  # E: arg-type
