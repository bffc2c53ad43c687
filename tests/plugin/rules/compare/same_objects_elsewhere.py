"""Objects that functions and methods of another module hand on."""

import jax.numpy as jnp
from same_objects import Neighbours, checked, jitted

held = Neighbours(jnp.ones(3))
print(held.allocated(3) == held, held.updated(None) == held, checked(held) == held)
print(held.shifted() == held)  # E-3.13: jdc-compare
print(jitted(held) == held)  # E-3.13: jdc-compare
print(checked(held) == Neighbours(jnp.ones(3)))  # E-3.13: jdc-compare
