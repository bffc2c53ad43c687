"""Arrays inside the operands of an operation, and others put into their places."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Items, Value
from jdc_spec.dtypes import NUMERIC_CLASSES, covered

Substitution = Callable[[Value], Value]
_WHOLE: Final = frozenset(name for name in NUMERIC_CLASSES if covered(name) <= covered("integer"))


def arrays_in(value: Value) -> Iterator[ArrayValue]:
    """Yield the arrays that an operand is, or has as items."""
    if isinstance(value, ArrayValue):
        yield value
    elif isinstance(value, Items):
        for item in value.items:
            yield from arrays_in(item)
    elif isinstance(value, AtView):
        yield value.array
        if value.index is not None:
            yield from arrays_in(value.index)


def items_of_each(results: Sequence[Value]) -> Sequence[Sequence[Value]] | None:
    """Return the first items of tuples or lists of one length, the second ones, and so on; None of anything else."""
    first = results[0] if results else None
    tuples = [each for each in results if isinstance(each, Items) and isinstance(first, Items)]
    if len(tuples) < len(results) or len({(len(each.items), each.is_list) for each in tuples}) != 1:
        return None
    return list(zip(*(each.items for each in tuples), strict=True))


def putting(change: Callable[[ArrayValue], ArrayValue]) -> Substitution:
    """Return a function that changes the arrays in an operand."""

    def put(value: Value) -> Value:
        if isinstance(value, ArrayValue):
            return change(value)
        if isinstance(value, Items):
            return dataclasses.replace(value, items=tuple(map(put, value.items)))
        if isinstance(value, AtView):
            array = put(value.array)
            index = None if value.index is None else put(value.index)
            return dataclasses.replace(value, array=array, index=index) if isinstance(array, ArrayValue) else UNKNOWN
        return value

    return put


def _with_exact(array: ArrayValue) -> ArrayValue:
    return dataclasses.replace(array, dtype="int32") if array.dtype in _WHOLE else array


as_index: Final = putting(_with_exact)
"""Gives arrays of whole numbers one dtype: as an index each does the same."""


def put_into(
    put: Substitution, positional: Sequence[Value], keywords: Mapping[str, Value]
) -> tuple[list[Value], dict[str, Value]]:
    """Return the arguments of a call with others in the places of their arrays."""
    return list(map(put, positional)), {name: put(value) for name, value in keywords.items()}


def is_bare(value: Value) -> bool:
    """Return whether nothing is known of an array but its class: it may be a dict that is declared to be an array."""
    if isinstance(value, Items):
        return any(map(is_bare, value.items))
    array = value.array if isinstance(value, AtView) else value
    return isinstance(array, ArrayValue) and array.shape is None and array.dtype is None
