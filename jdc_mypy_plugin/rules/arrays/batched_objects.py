"""Objects with axes in front of those that the fields have, as modules make them for `jax.vmap`."""

from __future__ import annotations

from jdc_spec.shapes import Shape, ShapePattern


def is_batched(pattern: ShapePattern | None, sizes: Shape | None) -> bool:
    """Return whether an array has the axes of its annotation, and others before them."""
    if pattern is None or sizes is None or pattern.variadic is not None or len(sizes) <= len(pattern.prefix):
        return False
    return pattern.disagreement(sizes[len(sizes) - len(pattern.prefix) :]) is None
