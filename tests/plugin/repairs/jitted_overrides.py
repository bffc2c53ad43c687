"""Methods under `jax.jit`, and methods of subclasses that are put in the place of them."""

from functools import partial

import jax
import jax.numpy as jnp
import numpy as np


class Env:
    @partial(jax.jit, static_argnums=(0,))
    def reset(self, key: jax.Array) -> jax.Array:
        return key

    @partial(jax.jit, static_argnums=(0, 2))
    def step(self, key: jax.Array, repeats: int) -> jax.Array:
        return key * repeats

    @jax.jit
    def observe(self, key: jax.Array) -> jax.Array:
        return key


class Maze(Env):
    def reset(self, key: jax.Array) -> jax.Array:
        return key

    @partial(jax.jit, static_argnums=(0, 2))
    def step(self, key: jax.Array, repeats: int) -> jax.Array:
        return key * repeats

    def observe(self, key: jax.Array) -> jax.Array:
        return key


class Wide(Env):
    def reset(self, key: str) -> jax.Array:  # E: override
        return jnp.zeros(len(key))


class Same(Env):
    pass


same = Same()
same.reset(np.ones(3))
same.step(np.ones(3), 3)
same.step(3.0, 3)
same.step("key", 3)  # E: arg-type
same.observe.lower(np.ones(3))
jax.vmap(same.reset)(np.ones(3))
jax.vmap(same.step, in_axes=(0, None))(np.ones(3), 4)


def seen(env: Env | Same) -> jax.Array:
    return env.observe(np.ones(3))
