"""Parameters whose annotation says text, and which the program gives arrays."""

import jax
import jax.numpy as jnp


def scaled(x: jax.Array, mode: str) -> jax.Array:
    return x * 2 if isinstance(mode, str) else x + mode


jax.vmap(scaled)(jnp.ones(3), jnp.ones(3))  # type: ignore[arg-type]


@jax.vmap
def named(x: jax.Array, name: str) -> jax.Array:
    return x


named(jnp.ones(3), jnp.arange(3))  # type: ignore[arg-type]


@jax.jit
def labelled(x: jax.Array, label: str) -> jax.Array:
    return x


def call(x: jax.Array) -> jax.Array:
    return labelled(x, x)  # type: ignore[arg-type]


@jax.jit
def reduced(x: jax.Array, reduction: str) -> jax.Array:  # E: jdc-data-leaf
    return x


def call_reduced(x: jax.Array, reduction: str) -> jax.Array:
    return reduced(x, reduction)


@jax.jit
def averaged(x: jax.Array, reduction: str) -> jax.Array:  # E: jdc-data-leaf
    return x


averaged(jnp.ones(3), "mean")
