"""Abstract values: what is known of an argument or a result before the program runs."""

from __future__ import annotations

import enum
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Final, Literal, NamedTuple

Dim = Hashable
"""A size: an int, None where it is unknown, or a symbol. A symbol equals itself; what else it equals is unknown."""

Shape = tuple[Dim, ...]


class ModePair(NamedTuple):
    """A dtype that depends on ``jax_enable_x64``."""

    narrow: str
    """The dtype without it, which is JAX's default."""
    wide: str
    """The dtype with it."""


DType = str | ModePair
"""The name of an exact dtype or of a class of them, as `jdc_spec.dtypes` has it, or one name for each mode."""

Library = Literal["jax", "numpy"]


@dataclass(frozen=True, slots=True)
class ArrayValue:
    """An array; each part is None where it is unknown."""

    shape: Shape | None = None
    dtype: DType | None = None
    weak: bool | None = None
    """True if the array is weakly typed, as `jax.Array.weak_type` says. False for arrays of NumPy."""
    library: Library | None = "jax"


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of Python."""

    kind: Literal["bool", "int", "float", "complex"]
    value: Hashable = None
    """The number, a symbol for a size that has a name, or None where it is unknown."""


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple, a list or a named tuple whose length is known."""

    items: tuple[Value, ...]
    is_list: bool = False


@dataclass(frozen=True, slots=True)
class DTypeValue:
    """A dtype as a value: ``jnp.float32``, ``"float32"``, ``float``.

    ``name`` is an exact dtype, or ``int``, ``float`` or ``complex`` for the types of Python.
    """

    name: str


@dataclass(frozen=True, slots=True)
class SliceValue:
    """``start:stop:step``, where a missing part is `NONE`."""

    start: Value
    stop: Value
    step: Value


@dataclass(frozen=True, slots=True)
class Text:
    """A string."""

    value: str | None = None


@dataclass(frozen=True, slots=True)
class AtView:
    """``x.at`` (index None) and ``x.at[index]``."""

    array: ArrayValue
    index: Value | None = None


class Marker(enum.Enum):
    """Values without parts."""

    UNKNOWN = "unknown"
    NONE = "None"
    ELLIPSIS = "..."


UNKNOWN: Final = Marker.UNKNOWN
"""A value of which nothing is known."""
NONE: Final = Marker.NONE
ELLIPSIS: Final = Marker.ELLIPSIS

Value = ArrayValue | Scalar | Items | DTypeValue | SliceValue | Text | AtView | Marker


@dataclass(frozen=True, slots=True)
class Failure:
    """The answer for a call that JAX rejects whatever the unknown parts are."""

    reason: str
    is_of_dtypes: bool = False
    """True if dtypes are what JAX rejects; else it is shapes, or the arguments themselves."""


class UnclearError(Exception):
    """Raised inside a rule that can say nothing."""


class MistakeError(Exception):
    """Raised inside a rule that finds a mistake; the only argument is the reason."""


class DTypeMistakeError(MistakeError):
    """Raised where the mistake is in the dtypes."""


def failure_of(mistake: MistakeError) -> Failure:
    """Return the answer for a call in which a rule has found a mistake."""
    return Failure(str(mistake), isinstance(mistake, DTypeMistakeError))


def exact(dim: Dim) -> int | None:
    """Return a size that is a number, or None."""
    return dim if isinstance(dim, int) else None


def show(shape: Shape) -> str:
    """Write a shape as Python writes it, ``?`` for an unknown size."""
    sizes = ["?" if size is None else str(size) for size in shape]
    return f"({sizes[0]},)" if len(sizes) == 1 else f"({', '.join(sizes)})"


def show_dtype(dtype: DType) -> str:
    """Write a dtype; one that depends on the mode as JAX's default mode has it."""
    return dtype.narrow if isinstance(dtype, ModePair) else dtype
