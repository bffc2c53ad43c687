"""Objects with axes in front of those that the fields have, as modules make them for `jax.vmap`."""

from __future__ import annotations

from typing import Final

from mypy.nodes import MypyFile

from jdc_spec.shapes import Shape, ShapePattern

from ...syntax import INDEX
from ...syntax.per_module import PerModule


def maps(module: MypyFile) -> bool:
    """Return whether a module maps functions over objects, which it then makes with axes in front."""
    return _MAPS.of(module)


def is_batched(pattern: ShapePattern | None, sizes: Shape | None) -> bool:
    """Return whether an array has the axes of its annotation, and others before them."""
    if pattern is None or sizes is None or pattern.variadic is not None or len(sizes) <= len(pattern.prefix):
        return False
    return pattern.disagreement(sizes[len(sizes) - len(pattern.prefix) :]) is None


def _maps(module: MypyFile) -> bool:
    return any("vmap" in each.name for each in INDEX.of(module).body.references())


_MAPS: Final = PerModule(_maps)
