"""Parameters that may be None: a call that gives an array makes them tracers."""

import jax
import jax.numpy as jnp


@jax.jit
def scaled(x: jax.Array, scale: jax.Array | None = None) -> jax.Array:
    factor = scale or 1.0  # E: jdc-concrete
    return x * factor


@jax.jit
def shifted(x: jax.Array, shift: jax.Array | float | None = None) -> jax.Array:
    if shift:  # E: jdc-concrete
        x = x + shift
    return x


@jax.jit
def asked(x: jax.Array, scale: jax.Array | None = None) -> jax.Array:
    if scale is not None:
        x = x * scale
    return x


@jax.jit
def left(x: jax.Array, scale: jax.Array | None = None) -> jax.Array:
    return x * (scale or 1.0)


@jax.jit
def perhaps(x: jax.Array, scale: jax.Array | None = None) -> jax.Array:
    return x * (scale or 1.0)


def use(given: jax.Array | None) -> None:
    x = jnp.ones(3)
    print(scaled(x, jnp.array(2.0)), shifted(x, shift=1.0), asked(x, jnp.array(2.0)), left(x), perhaps(x, given))
