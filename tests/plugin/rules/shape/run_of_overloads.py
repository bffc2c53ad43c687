import functools
from typing import overload

import jax
import jax.numpy as jnp


@overload
def doubled(x: int) -> int: ...
@overload
def doubled(x: jax.Array) -> jax.Array: ...
def doubled(x):
    return x + x


@overload
def turned(x: int) -> int: ...
@overload
def turned(x: jax.Array) -> jax.Array: ...
@jax.jit
def turned(x):
    return x.T


@functools.singledispatch
def shown(x):
    return jnp.ones(3)


@shown.register
def _(x: int):
    return jnp.ones(x)


def wrong_doubled():
    return doubled(jnp.ones((3, 4))) @ jnp.ones(3)  # E: jdc-shape


def wrong_turned():
    return turned(jnp.ones((3, 4))) @ jnp.ones(4)  # E: jdc-shape


def right():
    x = jnp.ones((3, 4))
    doubled(x) @ jnp.ones(4)
    jnp.ones(doubled(2)) + jnp.ones(4)
    turned(x) @ jnp.ones(3)
    shown(5) + jnp.ones(5)
    shown("x") + jnp.ones(3)


right()
