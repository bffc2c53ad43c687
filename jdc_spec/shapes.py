"""Shape patterns: what ``(..., 28, 28)`` in array metadata accepts, and which axes ``...`` stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

Dim = int | None
"""A size; None where a checker does not know it. At run time a symbolic size is None too."""

Shape = tuple[Dim, ...]


def show(shape: Iterable[Dim]) -> str:
    """Write a shape as Python writes it, ``?`` for an unknown size."""
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


@dataclass(frozen=True, slots=True)
class ShapePattern:
    """Fixed axes with batch axes between them: ``prefix``, then any number of batch axes, then ``suffix``.

    A pattern always has batch axes: where the annotation writes no ``...``, they lead
    (jax_dataclasses reads ``(28, 28)`` as ``(..., 28, 28)``).
    """

    prefix: tuple[int, ...]
    suffix: tuple[int, ...]

    def __str__(self) -> str:
        axes = [*map(str, self.prefix), "...", *map(str, self.suffix)]
        return f"({axes[0]},)" if len(axes) == 1 else f"({', '.join(axes)})"

    def disagreement(self, shape: Shape) -> str | None:
        """Say where ``shape`` cannot match, as ``axis -1 is 27, expected 28``; None where it can."""
        fixed = len(self.prefix) + len(self.suffix)
        if len(shape) < fixed:
            return f"it has {_axes(len(shape))}, at least {fixed} expected"
        return self._differing_axis(shape, shape)

    def conflict(self, other: ShapePattern) -> str | None:
        """Say where no shape can match both patterns, as ``axis -1 is 27, expected 28``; None where one can."""
        return self._differing_axis(other.prefix, other.suffix)

    def _differing_axis(self, first: Shape, last: Shape) -> str | None:
        """Compare the ``first`` axes of a shape with the prefix and its ``last`` axes with the suffix."""
        for axis, (found, expected) in enumerate(zip(first, self.prefix, strict=False)):
            if found is not None and found != expected:
                return f"axis {axis} is {found}, expected {expected}"
        pairs = zip(reversed(last), reversed(self.suffix), strict=False)
        for back, (found, expected) in enumerate(pairs, start=1):
            if found is not None and found != expected:
                return f"axis -{back} is {found}, expected {expected}"
        return None

    def batch_axes(self, shape: Shape) -> Shape:
        """Return the sizes that ``...`` stands for in a ``shape`` that matches."""
        return shape[len(self.prefix) : len(shape) - len(self.suffix)]


def agree(one: Shape, other: Shape) -> bool:
    """Return whether two shapes can be equal; an unknown size agrees with every size."""
    return len(one) == len(other) and all(a is None or b is None or a == b for a, b in zip(one, other, strict=True))


def starts_with(shape: Shape, prefix: Shape) -> bool:
    """Return whether ``shape`` can begin with ``prefix``."""
    return len(shape) >= len(prefix) and agree(shape[: len(prefix)], prefix)


def _axes(count: int) -> str:
    return "1 axis" if count == 1 else f"{count} axes"
