"""Errors at class definition."""

from __future__ import annotations


class StaticFieldError(TypeError, ValueError):
    """A class whose fields cannot be told apart into data and static.

    Raised at class definition: a misplaced or unresolvable static marker, markers that contradict each
    other, wrong field lists. For the lists `jax.tree_util.register_dataclass` raises a ValueError, so this is one
    too.
    """
