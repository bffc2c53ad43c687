"""jdc-data-leaf: members of enumerations that transformed functions return."""

import enum
from typing import Any

import jax
import jax.numpy as jnp


class Mode(enum.Enum):
    FAST = 1
    SLOW = 2


class Code(enum.IntEnum):
    GOOD = 0
    BAD = 1


@jax.jit
def chosen(x: jax.Array) -> Any:
    return x * 2, Mode.FAST  # E: jdc-data-leaf


@jax.jit
def coded(x: jax.Array) -> Any:
    return x * 2, Code.GOOD


@jax.jit
def read(x: jax.Array) -> Any:
    return x * Mode.FAST.value


def outside(x: jax.Array) -> Any:
    return x, Mode.SLOW


chosen(jnp.ones(2))
