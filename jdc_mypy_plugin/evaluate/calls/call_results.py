"""The results of calls of a module's own functions, as the code around the call sees them."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping

from mypy.nodes import SymbolNode

from jdc_operations.values import UNKNOWN, ArrayValue, Value

from ..declared.declarations import scope_of
from ..declared.open_axes import freed
from ..declared.outer_names import without_names_of
from .helpers import Helper


def outside(made: Value, helper: Helper, given: Mapping[SymbolNode, Value]) -> Value:
    """Return the result of a function, without the sizes and axes that only this call has."""
    return freed(without_names_of(made, scope_of(helper.function)), given.values())


def is_whole(value: Value) -> bool:
    """Return whether every size is known of what is an array."""
    if not isinstance(value, ArrayValue):
        return value is not UNKNOWN
    return value.shape is not None and None not in value.shape


def completed(value: Value, declared: Value) -> Value:
    """Return what a function makes, with the sizes that its annotation tells in the place of unknown ones."""
    if value is UNKNOWN:
        return declared
    said = declared.shape if isinstance(declared, ArrayValue) else None
    if not isinstance(value, ArrayValue) or value.shape is None or said is None or len(said) != len(value.shape):
        return value
    sizes = [other if size is None else size for size, other in zip(value.shape, said, strict=True)]
    return dataclasses.replace(value, shape=tuple(sizes))
