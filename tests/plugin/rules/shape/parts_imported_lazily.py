"""Type checkers see another `make` than a program gets, and two modules import each other."""

from typing import TYPE_CHECKING

import jax.numpy as jnp

if TYPE_CHECKING:
    from parts_that_others_change import kept as make  # noqa: F401

WIDTH = 3
import parts_in_a_circle  # noqa: E402

WIDTH = 5


def __getattr__(name):
    if name == "make":
        return lambda x: x
    raise AttributeError(name)


def wide():
    return jnp.zeros(parts_in_a_circle.SEEN)


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
