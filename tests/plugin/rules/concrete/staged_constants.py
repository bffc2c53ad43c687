"""jdc-concrete: what functions of `jax.numpy` make of constants under `jax.jit` is a tracer as well."""

import math
from functools import partial

import jax
import jax.numpy as jnp
import numpy as np

LIMIT = jnp.sqrt(16.0)


@jax.jit
def reshaped(x: jax.Array) -> jax.Array:
    return x.reshape(jnp.prod(jnp.array(x.shape)))  # E: jdc-concrete


@jax.jit
def cut(x: jax.Array) -> jax.Array:
    n = int(jnp.sqrt(x.shape[0]))  # E: jdc-concrete
    return x[:n]


@jax.jit
def with_numpy(x: jax.Array) -> jax.Array:
    n = int(np.sqrt(x.shape[0])) + math.prod(x.shape)
    for _ in range(int(LIMIT)):
        x = x + n
    return jnp.where(jnp.sqrt(4.0) > 1, x, -x)


def outer(x: jax.Array) -> jax.Array:
    count = jnp.max(jnp.array([1, 2]))

    @jax.jit
    def inner(y: jax.Array) -> jax.Array:
        for _ in range(int(count)):
            y = y + 1
        return y

    return inner(x)


def eager(x: jax.Array) -> jax.Array:
    return x[: int(jnp.sqrt(x.shape[0]))]


def mapped(x: jax.Array) -> jax.Array:
    return x if jnp.sqrt(4.0) > 1 else -x


@jax.jit
def called_back(x: jax.Array) -> jax.Array:
    def host(t: jax.Array) -> np.float32:
        return np.float32(float(jnp.sqrt(4.0)))

    jax.debug.callback(lambda t: print(int(jnp.sqrt(4.0))), x)
    return jax.pure_callback(host, jax.ShapeDtypeStruct((), jnp.float32), x)


class Model:
    def __init__(self) -> None:
        self.n = jnp.max(jnp.array([2]))

    @partial(jax.jit, static_argnums=0)
    def go(self, x: jax.Array) -> jax.Array:
        return x * int(self.n)


ones = jnp.ones(4)
print(with_numpy(ones), outer(ones), eager(ones), jax.vmap(mapped)(ones), called_back(jnp.ones(())), Model().go(ones))
