"""The function under its wrappers."""

from __future__ import annotations

import functools
from typing import Any, TypeVar, cast

_T = TypeVar("_T")


def unwrapped(function: object, cls: type[_T]) -> _T | None:
    """Return the object of a class that a function is or wraps: under `jax.jit` or a partial call, at any depth."""
    seen: set[int] = set()
    while not isinstance(function, cls):
        if function is None or id(function) in seen:
            return None
        seen.add(id(function))
        partial = isinstance(function, functools.partial)
        function = cast("Any", function).func if partial else getattr(function, "__wrapped__", None)
    return function
