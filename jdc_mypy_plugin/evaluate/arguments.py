"""The arguments of array functions as values, without the syntax that they were read from, and what they mean."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from jdc_spec.dtypes import EXACT, canonical
from jdc_spec.shapes import Shape

from .flavours import PYTHON_SCALARS, Flavour
from .literals import stacked
from .value import UNKNOWN, ArrayValue, Origin


@dataclass(frozen=True, slots=True)
class Scalar:
    """A scalar of Python."""

    kind: str | None
    """``bool``, ``int``, ``float`` or ``complex``; None where that depends on the number, as in a large product."""
    number: int | float | None
    """A whole number, or a float; None where it is unknown."""


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple, or a list that is written where it is used."""

    items: tuple[Value, ...]


@dataclass(frozen=True, slots=True)
class DTypeValue:
    """A dtype: ``jnp.float32``, ``"float32"``, ``float``, ``x.dtype``."""

    name: str
    is_of_array: bool = False
    """True if an array has it: then ``float`` is what JAX made of Python's, and not a request for it."""


Value = ArrayValue | Scalar | Items | DTypeValue

UNKNOWN_SIZE: Final = Scalar(None, None)


def as_array(value: Value) -> ArrayValue:
    """Return what a value is where an array is wanted; of scalars and lists of them, still Python's type."""
    if isinstance(value, ArrayValue):
        return value
    if isinstance(value, Items):
        return stacked([as_array(item) for item in value.items])
    if isinstance(value, Scalar) and value.kind is not None:
        return ArrayValue((), value.kind, Origin.SCALAR)
    return UNKNOWN


def as_size(value: Value | None) -> int | None:
    """Return the size of an axis, or None."""
    number = value.number if isinstance(value, Scalar) else None
    return number if isinstance(number, int) and number >= 0 else None


def as_sizes(value: Value | None) -> Shape | None:
    """Return a shape given as a tuple, a list or a number; None where the number of axes is unknown."""
    if isinstance(value, Items):
        return tuple(as_size(item) for item in value.items)
    size = as_size(value)
    return None if size is None else (size,)


def as_whole(value: Value | None) -> int | None:
    """Return a whole number, ``4`` or ``4.0``, or None."""
    number = value.number if isinstance(value, Scalar) else None
    if isinstance(number, float):
        return int(number) if number.is_integer() else None
    return number


def as_dtype(value: Value | None, flavour: Flavour) -> str | None:
    """Return the dtype that an array gets where a value is requested as its dtype, or None."""
    if not isinstance(value, DTypeValue):
        return None
    if value.is_of_array:
        return flavour.adopt(value.name)
    exact = canonical(value.name)
    if exact in PYTHON_SCALARS:
        return flavour.scalars[exact]
    return flavour.adopt(exact) if exact is not None and exact in EXACT else None
