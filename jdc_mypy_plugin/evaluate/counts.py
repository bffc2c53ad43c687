"""How many values an array, a shape or a tuple unpacks into."""

from __future__ import annotations

from typing import NamedTuple

from jdc_operations.values import ArrayValue, Items, Scalar, Value
from jdc_spec.shapes import show

from .operation_values import result_of


class Count(NamedTuple):
    """A number of values."""

    number: int | None
    """None where there is nothing to unpack, an array without axes."""
    what: str
    """The values in the words of a message."""


def counted(value: Value) -> Count | None:
    """Return the number of values, or None where it is not known."""
    if isinstance(value, Items):
        sizes = value.items
        is_shape = bool(sizes) and not value.is_list and all(isinstance(each, Scalar) for each in sizes)
        return Count(len(sizes), f"{len(sizes)} {'sizes' if is_shape else 'values'}")
    known = result_of(value).sizes if isinstance(value, ArrayValue) else None
    if known is None:
        return None
    if not known:
        return Count(None, "an array of shape ()")
    return Count(known[0], f"the {known[0]} rows of {show(known)}") if isinstance(known[0], int) else None
