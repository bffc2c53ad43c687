"""jdc-concrete for variables that are assigned again and again, always to an array made of tracers."""

from functools import partial

import flax.struct
import jax
import jax.numpy as jnp
import numpy as np


@flax.struct.dataclass
class Layer:
    w: jax.Array
    b: jax.Array | None = None


@flax.struct.dataclass
class Net:
    layers: list[Layer]
    scale: jax.Array


@jax.jit
def forward(net: Net, x: jax.Array) -> jax.Array:
    for layer in net.layers:
        x = x @ layer.w
        if layer.b is not None:
            x = x + layer.b
        if x.mean() > 0:  # E: jdc-concrete
            x = -x
        x = jnp.tanh(x)
    while x.sum() > 1:  # E: jdc-concrete
        x /= 2
    assert jnp.all(x > 0)  # E: jdc-concrete
    return x


@jax.jit
def summed(x: jax.Array, y: jax.Array) -> jax.Array:
    total = x * 2
    for _ in range(3):
        total = total + y
    if total[0] > 1:  # E: jdc-concrete
        return total
    return total * 2


@jax.jit
def shapes(x: jax.Array) -> jax.Array:
    n = x.shape[0] * 2
    for _ in range(3):
        n = n + x.shape[0]
        x = jnp.concatenate([x, x])
    if n > 3:
        return x
    return x * 2


@partial(jax.jit, static_argnums=1)
def sometimes(x: jax.Array, n: int) -> jax.Array:
    total = x * 2
    other = 0
    for i in range(n):
        other = other + i
        total = np.ones(3)  # type: ignore[assignment]
    if other > 3:
        return total
    if np.ones(3)[0] > 0:
        x = jnp.ones(3)
        x = x * 2
    return x


@jax.jit
def of_unknown(x: jax.Array, f) -> jax.Array:
    for _ in range(3):
        x = f(x)
    if x.mean() > 0:
        return x
    return x * 2
