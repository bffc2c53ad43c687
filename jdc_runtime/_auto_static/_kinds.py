"""Which leaves JAX traces."""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Any, Final, cast

import jax
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable

# jax.typeof came with 0.5, after which jax.core.get_aval went
_typeof: Final = cast("Callable[[Any], Any]", getattr(jax, "typeof", None) or getattr(jax.core, "get_aval", None))


def kind_of(leaf: object) -> Hashable:
    """Return what decides whether a leaf is traced: its type, and for NumPy arrays their dtype."""
    return (type(leaf), leaf.dtype) if isinstance(leaf, np.ndarray) else type(leaf)


def is_traced(leaf: object) -> bool:
    """Whether JAX takes a leaf as a value to trace. Members of an enum never are, though JAX takes an `IntEnum`."""
    if isinstance(leaf, Enum | str):
        return False
    if isinstance(leaf, jax.Array | bool | int | float | complex | jax.ShapeDtypeStruct):
        return True
    try:
        _typeof(leaf)
    except Exception:  # what is raised depends on the type of the leaf and the version of JAX
        return False
    return True
