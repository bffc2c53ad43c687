"""Functions that two branches define, one of them under a transformation: mypy compares the two signatures."""

import functools

import jax
import jax.numpy as jnp

if jax.device_count() > 1:

    def plain(x: jax.Array) -> jax.Array:
        return x

else:

    @jax.jit
    def plain(x: jax.Array) -> jax.Array:
        return x * 2


if jax.device_count() > 1:

    @jax.jit
    def twice(x: jax.Array) -> jax.Array:
        return x

else:

    @jax.jit(donate_argnums=0)
    def twice(x: jax.Array) -> jax.Array:
        return x * 2


if jax.device_count() > 1:

    def by_partial(x: jax.Array) -> jax.Array:
        return x

else:

    @functools.partial(jax.jit, donate_argnums=0)
    def by_partial(x: jax.Array) -> jax.Array:
        return x * 2


if jax.device_count() > 1:

    def mapped(x: jax.Array) -> jax.Array:
        return x

else:

    @jax.vmap
    def mapped(x: jax.Array) -> jax.Array:
        return x * 2


class Model:
    @staticmethod
    @jax.jit
    def plain(x: jax.Array) -> jax.Array:
        return x

    if jax.device_count() > 1:

        @staticmethod
        def chosen(x: jax.Array) -> jax.Array:
            return x

    else:

        @staticmethod
        @jax.jit
        def chosen(x: jax.Array) -> jax.Array:
            return x * 2


@jax.jit
def alone(x: jax.Array) -> jax.Array:
    return x


plain(jnp.ones(3))
alone("x")  # E: arg-type
Model.plain("x")  # E: arg-type
