"""Which leaves JAX traces."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import Enum
from typing import Any, Final, cast

import jax
import numpy as np

# jax.typeof came with 0.5, after which jax.core.get_aval went
_typeof: Final[Any] = cast("Any", getattr(jax, "typeof", None)) or cast("Any", jax).core.get_aval

_LIBRARIES: Final = frozenset(("jax", "jaxlib", "ml_dtypes", "numpy"))
"""The modules of the types that JAX takes, apart from Python's numbers."""


attributes_of: Final[Callable[[type], Mapping[str, Any]]] = cast("Any", type).__dict__["__dict__"].__get__
"""Returns the attributes of a class, whatever its metaclass says."""


def class_of(value: object) -> type[Any]:
    """Return the type of a value, which nothing more is known of then."""
    return type(value)


def kind_of(leaf: Any) -> Any:
    """Return what decides whether a leaf is traced: its type, and for NumPy arrays their dtype."""
    cls = class_of(leaf)
    return (cls, leaf.dtype) if issubclass(cls, np.ndarray) else cls


def is_traced(leaf: Any) -> bool:
    """Return whether JAX traces a leaf. Members of an enum never are traced, though JAX takes an `IntEnum`."""
    if isinstance(leaf, Enum | str):
        return False
    if isinstance(leaf, jax.Array | bool | int | float | complex | jax.ShapeDtypeStruct):
        return True
    cls = class_of(leaf)
    if not hasattr(cls, "__jax_array__") and _LIBRARIES.isdisjoint(
        base.__module__.partition(".")[0] for base in cls.__mro__
    ):
        return False  # without asking JAX, whose error message would call the __repr__ of the leaf
    try:
        _typeof(leaf)
    except Exception:  # what is raised depends on the type of the leaf and the version of JAX
        return False
    return True
