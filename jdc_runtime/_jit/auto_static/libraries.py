"""Packages whose functions and classes hold nothing that a program changes."""

from __future__ import annotations

import functools
import sys
from typing import Final

LIBRARIES: Final = sys.stdlib_module_names | {
    *("chex", "diffrax", "equinox", "flax", "haiku", "jax", "jaxlib", "jaxtyping", "jdc_runtime", "ml_dtypes"),
    *("numpy", "optax", "orbax", "scipy"),
}


@functools.lru_cache(maxsize=4096)
def is_library(module: str) -> bool:
    """Return whether a module is of the standard library or a library of JAX's."""
    return module.partition(".")[0] in LIBRARIES
