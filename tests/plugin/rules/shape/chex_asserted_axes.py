"""How many axes a function makes sure of by ``chex.assert_rank``."""

import chex  # type: ignore[import-untyped]
import jax
import jax.numpy as jnp


def one(x: jax.Array) -> jax.Array:
    chex.assert_rank(x, 1)
    return jnp.argmax(x, axis=1)  # E: jdc-shape


def several(q: jax.Array, r: jax.Array, s: jax.Array) -> jax.Array:
    chex.assert_rank([q, r], [2, 1])
    chex.assert_rank((s,), expected_ranks=1)
    wrong = s[0, 0]  # E: jdc-shape
    return q[0, 0] + r[0] + wrong


def either(x: jax.Array) -> jax.Array:
    chex.assert_rank(x, {1, 2})
    return x[0, 0]
