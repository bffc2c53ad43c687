"""Changes what another module holds when it is imported, and reads more of it."""

import jax.numpy as jnp
import parts_registry as parts
from parts_registry import READ, UNPACKED, listed


def change(module):
    module.CHANGED["width"] = 7


change(parts)
UNPACKED["width"], count = 7, 2
listed().append(4)


def width():
    return READ["width"] + parts.READ.get("depth", 0)


def wrong() -> None:
    jnp.zeros(3) @ jnp.zeros(4)  # E: jdc-shape
