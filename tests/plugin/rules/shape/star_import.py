"""jdc-shape beside star imports: names are clear that are bound below them, and not by them too."""

# ruff: noqa: E402, F403, I001, UP037 - the order of imports is what is tested

from __future__ import annotations

ENOENT = 3

from errno import *
from module_that_is_not_there import *  # type: ignore[import-not-found]
from typing import *

import jax
import jax.numpy as jnp
from jaxtyping import Float32

import jdc_runtime as jdc

EIO = 3  # type: ignore[misc]
OWN = 3
ZEROS = jnp.zeros(OWN)


@jdc.pytree_dataclass
class Row:
    x: Float32[jax.Array, "2"]


Row(jnp.zeros(OWN))  # E: jdc-shape
Row(ZEROS)  # E: jdc-shape
Row(jnp.zeros(ENOENT))
Row(jnp.zeros(EIO))


def above() -> Row:
    return Row(jnp.zeros(BELOW))


BELOW = 3


def local() -> Row:
    size = 3
    return Row(jnp.zeros(size))  # E: jdc-shape
