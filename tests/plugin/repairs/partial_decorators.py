"""Functions under a partial of what works both as a decorator and as one that makes a decorator."""

from functools import partial
from typing import assert_type

import equinox as eqx
import jax
import jax.numpy as jnp
from flax import nnx


@partial(nnx.jit, static_argnames=("n",))
def powers(x: jax.Array, n: int) -> jax.Array:
    return jnp.stack([x**k for k in range(n)])


@partial(eqx.filter_jit, donate="none")
def scaled(x: jax.Array, by: float) -> jax.Array:
    return x * by


@partial(eqx.filter_vmap, in_axes=(0, None))
def shifted(x: jax.Array, by: float) -> jax.Array:
    return x + by


@partial(nnx.vmap, in_axes=(0, None))
def rows(x: jax.Array, by: jax.Array) -> jax.Array:
    return x @ by


powers(jnp.ones(3), n=2)
powers(jnp.ones(3), 2).lower  # E: attr-defined
powers(jnp.ones(3), n="two")  # E: arg-type
assert_type(scaled(jnp.ones(3), 2.0), jax.Array)
scaled(jnp.ones(3))  # E: call-arg
assert_type(rows(jnp.ones((2, 3)), jnp.ones(3)), jax.Array)
shifted(jnp.ones(3), 1.0)
partial(nnx.jit, static_argnames=("n",))(powers)(jnp.ones(3), n=2)
