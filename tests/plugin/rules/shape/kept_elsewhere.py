"""jdc-shape: errors that decorators and managers of another module keep to themselves, or let pass."""

import jax
import jax.numpy as jnp
from keeping_functions import Ignoring, Passing, ignored, named, or_none, plain


@or_none
def tried() -> jax.Array:
    return jnp.ones(3) + jnp.ones(2)


@plain
def untried() -> jax.Array:
    return jnp.ones(3) + jnp.ones(2)  # E: jdc-shape


with ignored():
    jnp.ones(3) + jnp.ones(2)
with Ignoring():
    jnp.ones(3) + jnp.ones(2)
print(tried())
with named("wrong"):
    jnp.ones(3) + jnp.ones(2)  # E: jdc-shape
with Passing():
    jnp.ones(3) + jnp.ones(2)  # E: jdc-shape
