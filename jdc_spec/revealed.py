"""The text for a revealed shape, the same before running and at run time."""

from __future__ import annotations

UNKNOWN = "?"
"""In the place of what is not known."""


def revealed(shape: str | None, dtype: str | None) -> str:
    """Write shape and dtype of an array: ``jnp.ndarray[(3, 4), float32]``."""
    return f"jnp.ndarray[{shape or UNKNOWN}, {dtype or UNKNOWN}]"
