"""jdc-transform-input: argnums that count from the end."""

from typing import Any

import jax
import jax.numpy as jnp


def energy(x: Any, times: Any) -> Any:
    return jnp.sum(x) * times


def either(x: Any, times: Any = 2) -> Any:
    return jnp.sum(x) * times


jax.grad(energy, argnums=-1)(jnp.ones(3), 2)  # E: jdc-transform-input
jax.grad(energy, argnums=(0, -1))(jnp.ones(3), jnp.array(3))  # E: jdc-transform-input
jax.grad(energy, -2)(jnp.arange(3), 2.0)  # E: jdc-transform-input

jax.grad(energy, argnums=-1)(jnp.ones(3), 2.0)
jax.grad(energy, argnums=-2)(jnp.ones(3), 2)
jax.grad(energy, argnums=0)(jnp.ones(3), 2)
jax.grad(either, argnums=-1)(jnp.ones(3))
