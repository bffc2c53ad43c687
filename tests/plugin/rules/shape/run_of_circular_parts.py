"""Modules that import each other, and names that a function of a module gives."""

import jax.numpy as jnp
import parts_imported_lazily as lazy
from parts_imported_lazily import make
from parts_in_a_circle import SEEN, zeros


def main():
    make(jnp.zeros(4)) + jnp.zeros(4)
    lazy.make(jnp.zeros(4)) + jnp.zeros(4)
    jnp.zeros(SEEN) + jnp.zeros(3)
    lazy.wide() + jnp.zeros(3)
    jnp.zeros(lazy.WIDTH) + jnp.zeros(5)
    jnp.zeros(lazy.WIDTH) + jnp.zeros(3)  # E: jdc-shape
    zeros() + jnp.zeros(4)  # E: jdc-shape


main()
