"""jdc-lost-mutation: a module that runs its functions without a trace too."""

import jax
import jax.numpy as jnp

LOSSES: list[jax.Array] = []


@jax.jit
def collect(x: jax.Array) -> jax.Array:
    LOSSES.append(x)
    return x


def use() -> jax.Array:
    collect(jnp.ones(2))
    with jax.disable_jit():
        collect(jnp.ones(2))
    return LOSSES[-1] + 1


def elsewhere() -> None:
    jax.random.split(jax.random.key(0))  # E: jdc-discarded
