"""Names of sizes outside the function that they belong to, where they mean nothing."""

from __future__ import annotations

import dataclasses
from collections.abc import Hashable

from jdc_operations.values import ArrayValue, Items, Value
from jdc_spec.scoped_names import ScopedName
from jdc_spec.sizes import Linear, names_in


def without_names_of(value: Value, scope: str) -> Value:
    """Return what a function gives back, with unknown sizes in the place of those that only the function names."""
    if isinstance(value, Items):
        return dataclasses.replace(value, items=tuple(without_names_of(each, scope) for each in value.items))
    if not isinstance(value, ArrayValue) or not any(_belongs(size, scope) for size in value.shape or ()):
        return value
    sizes = tuple(None if _belongs(size, scope) else size for size in value.shape or ())
    return dataclasses.replace(value, shape=sizes)


def _belongs(size: Hashable, scope: str) -> bool:
    names = names_in(size) if isinstance(size, Linear) else ()
    return any(isinstance(name, ScopedName) and name.is_of(scope) for name in names)
