"""A module that the one under check imports has changed another one before."""

import jax.numpy as jnp
import parts_changed_from_outside  # noqa: F401
import parts_that_others_change as parts
from parts_that_others_change import Layer, added, kept


def main():
    jnp.zeros(parts.SIZE) + jnp.zeros(5)
    jnp.zeros(parts.KEPT) + jnp.zeros(5)  # E: jdc-shape
    jnp.zeros(parts.LATER) + jnp.zeros(6)
    jnp.zeros(parts.LAST) + jnp.zeros(8)
    added(jnp.zeros(3))
    kept(jnp.zeros(3))
    kept(jnp.zeros(4))  # E: jdc-shape
    Layer().build() + jnp.zeros(7)
    Layer().other() + jnp.zeros(6)  # E: jdc-shape


if __name__ == "__main__":
    main()
