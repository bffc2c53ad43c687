"""The value of an expression, as far as it is known."""

from __future__ import annotations

import enum
from dataclasses import dataclass
from typing import Final

from jdc_spec.shapes import Shape, ShapePattern


class Origin(enum.Enum):
    """Why a value counts as an array."""

    ARRAY = "array"
    """The expression makes an array, whatever it is applied to."""
    SCALAR = "scalar"
    """A Python scalar, which JAX takes as an array of shape ``()``."""
    DECLARED = "declared"
    """A field whose annotation says so."""


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """Shape and dtype of a value, each None where it is not evident."""

    shape: Shape | ShapePattern | None = None
    """Sizes, None for an unknown size; a pattern where the batch axes are unknown."""
    dtype: str | None = None
    """A name of `jdc_spec.dtypes`, exact, or covering where the dtype depends on ``jax_enable_x64``."""
    origin: Origin | None = None
    """None where nothing says that the value is an array."""

    @property
    def sizes(self) -> Shape | None:
        """The shape where the number of axes is known."""
        return None if isinstance(self.shape, ShapePattern) else self.shape

    @property
    def is_whole(self) -> bool:
        """True where the size of every axis is known."""
        return self.sizes is not None and None not in self.sizes


UNKNOWN: Final = ArrayValue()


def common_shape(first: Shape | None, other: Shape | None) -> Shape | None:
    """Return what two shapes have in common: None where they differ in rank, and for each size that differs."""
    if first is None or other is None or len(first) != len(other):
        return None
    return tuple(one if one == two else None for one, two in zip(first, other, strict=True))
