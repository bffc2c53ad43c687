"""The result of a function, in words that rules understand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from jdc_operations.values import ArrayValue, Items, Value
from jdc_spec.shapes import Shape

from .operation_values import result_of
from .value import ArrayValue as KnownValue


class Result(NamedTuple):
    """One array, or a tuple of values."""

    sizes: Shape | None
    """The shape where it is known, and the result is one array."""
    first: Shape | None
    """That of the first value of a tuple."""


def result(value: Value) -> Result | None:
    """Return what is known of a result."""
    if isinstance(value, Items):
        return Result(None, _sizes(value.items[0]) if value.items else None)
    return Result(_sizes(value), None) if isinstance(value, ArrayValue) else None


def items_of(value: Value) -> Sequence[KnownValue]:
    """Return what is known of each item of a tuple; nothing for anything else."""
    return [result_of(item) for item in value.items] if isinstance(value, Items) else ()


def _sizes(value: Value) -> Shape | None:
    return result_of(value).sizes if isinstance(value, ArrayValue) else None
