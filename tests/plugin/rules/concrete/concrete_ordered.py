"""A class that is a number and a pytree: parameters without annotations may be it."""

import jax
import jax.numpy as jnp


@jax.tree_util.register_static
class Size(int):
    pass


@jax.jit
def repeated(x, size):
    for _ in range(size):
        x = x + 1
    return x if size > 3 else jnp.zeros(int(size))


@jax.jit
def typed(x: jax.Array) -> jax.Array:
    return x if x.sum() > 0 else -x  # E: jdc-concrete
