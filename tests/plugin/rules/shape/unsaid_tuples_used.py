"""jdc-shape of results of another module: what a function declares, unless it returns a tuple instead."""

# mypy: disable-error-code="misc"

import jax.numpy as jnp
from unsaid_tuples import summed, total

first, second, third = summed(jnp.ones((3, 2)))
one, two = total(jnp.ones((3, 2)))
jnp.zeros((2, 3)) @ summed(jnp.ones((3, 2)))[1]
jnp.zeros((2, 3)) @ total(jnp.ones((3, 2)))  # E: jdc-shape
one, two, three = total(jnp.ones((3, 2)))  # E: jdc-shape
