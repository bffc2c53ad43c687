"""Values that nobody can change."""

from __future__ import annotations

import dataclasses
from enum import Enum
from typing import TYPE_CHECKING, Any, Final

import jax
import numpy as np

from .atoms import NUMBERS, PATHS, is_atom
from .traced_leaves import class_of

if TYPE_CHECKING:
    from collections.abc import Iterable

_HOLDERS: Final = (tuple, frozenset)


def is_fixed(cls: type) -> bool:
    """Return whether objects of a class cannot change."""
    return is_atom(cls) or cls in NUMBERS or cls in PATHS or issubclass(cls, Enum | type | np.dtype)


def is_settled(values: Iterable[Any]) -> bool:
    """Return whether none of the values can change, nor what is in them: numbers, text, tuples and frozen ones."""
    waiting = list(values)
    while waiting:
        value = waiting.pop()
        cls = class_of(value)
        if cls in _HOLDERS:
            waiting += value
        elif getattr(getattr(cls, "__dataclass_params__", None), "frozen", False):
            waiting += (getattr(value, field.name, None) for field in dataclasses.fields(cls))
        elif not is_fixed(cls) and not isinstance(value, jax.Array):
            return False
    return True
