"""The parts that an array still has when JAX has deleted it: its shape and dtype, and all that follows from them."""

from __future__ import annotations

from typing import Final

ABOUT: Final = frozenset(
    (
        *("shape", "ndim", "size", "dtype", "itemsize", "nbytes", "weak_type", "aval", "sharding", "format"),
        *("committed", "is_deleted", "is_fully_addressable", "is_fully_replicated"),
    )
)
"""Attributes that a deleted array still has; ``x.T`` is none of them where ``x`` has two axes."""
_SHAPES: Final = frozenset(("len", "shape", "ndim", "size", "result_type", "iscomplexobj", "isscalar", "typeof"))
_LIKE: Final = "_like"


def is_about_shapes(function: str) -> bool:
    """Return whether a function of this short name asks for shapes and dtypes alone."""
    return function in _SHAPES or function.endswith(_LIKE)
