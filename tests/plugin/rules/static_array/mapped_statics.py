"""jdc-static-array: static arguments under `jax.vmap`, which hands on what it does not map as it is."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


@partial(jax.jit, static_argnums=(1, 2))
def noise(key, size, scale):
    if scale > 1:
        return scale * jax.random.normal(key, (size,))
    return jax.random.normal(key, (size,))


@partial(jax.jit, static_argnames=("size",))
def rows(x, size, shift):
    return jnp.stack([x[i] + shift for i in range(size)])


keys = jax.random.split(jax.random.key(0), 3)
many = jax.vmap(noise, in_axes=(0, None, None), out_axes=0)
assert many(keys, 4, 2.0).shape == (3, 4)
assert jax.vmap(jax.vmap(noise, (0, None, None)), (None, None, None), axis_size=2)(keys, 4, 0.5).shape == (2, 3, 4)
assert jax.vmap(lambda key: noise(key, 5, 1.0))(keys).shape == (3, 5)
assert jax.vmap(rows, in_axes=(0, None, None))(jnp.ones((7, 2)), 2, np.float32(1)).shape == (7, 2)
assert jax.vmap(rows, in_axes=(0, None, 0))(jnp.ones((7, 2)), 2, jnp.arange(7.0)).shape == (7, 2)

jax.vmap(noise, in_axes=(0, None, 0))(keys, 4, jnp.ones(3))  # E: jdc-static-array
jax.vmap(rows, in_axes=(0, None, None))(jnp.ones((9, 2)), jnp.asarray(2), 1.0)  # E: jdc-static-array
