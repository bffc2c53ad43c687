"""Numbers that one annotation has beside a named size, ``"n 3"``: the size is not meant to be that number."""

from __future__ import annotations

from collections.abc import Iterable

from jdc_spec.shapes import ShapePattern
from jdc_spec.sizes import Linear


def numbers_beside(patterns: Iterable[ShapePattern]) -> frozenset[tuple[str, int]]:
    """Return pairs of a name and a number larger than 1 that are sizes of one array."""
    return frozenset(
        (axis.name, number)
        for axes in ((*each.prefix, *each.suffix) for each in patterns)
        for axis in axes
        for number in axes
        if isinstance(axis, Linear) and axis.name is not None and isinstance(number, int) and number > 1
    )
