"""Functions under ``@chex.assert_max_traces`` of a chex that mypy does not follow."""

# mypy: disallow-untyped-decorators

import functools
from typing import assert_type

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


@functools.partial(jax.jit, static_argnames=("axis",))
@chex.assert_max_traces(n=2)
def total(x: jax.Array, axis: int = 0) -> jax.Array:
    return jnp.sum(x, axis)


@jax.jit
@chex.assert_max_traces
def doubled(x: jax.Array) -> jax.Array:
    return 2 * x


@chex.assert_max_traces(n=1)  # E: untyped-decorator
def halved(x: jax.Array) -> jax.Array:
    return x / 2


@jax.jit
@chex.other(n=1)  # E: untyped-decorator
def other(x: jax.Array) -> jax.Array:
    return x


def use(x: jax.Array) -> None:
    assert_type(total(x, axis=1), jax.Array)
    total("x")  # E: arg-type
    assert_type(doubled(x), jax.Array)
    doubled.lower(x)
    other(1, 2)
