"""Arrays inside the operands of an operation, and others put into their places."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator

from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Items, Value

Substitution = Callable[[Value], Value]


def arrays_in(value: Value) -> Iterator[ArrayValue]:
    """Yield the arrays that an operand is, or has as items."""
    if isinstance(value, ArrayValue):
        yield value
    elif isinstance(value, Items):
        for item in value.items:
            yield from arrays_in(item)
    elif isinstance(value, AtView):
        yield value.array


def putting(change: Callable[[ArrayValue], ArrayValue]) -> Substitution:
    """Return a function that changes the arrays in an operand."""

    def put(value: Value) -> Value:
        if isinstance(value, ArrayValue):
            return change(value)
        if isinstance(value, Items):
            return dataclasses.replace(value, items=tuple(map(put, value.items)))
        if isinstance(value, AtView):
            array = put(value.array)
            return dataclasses.replace(value, array=array) if isinstance(array, ArrayValue) else UNKNOWN
        return value

    return put
