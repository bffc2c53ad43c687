"""Operations on arrays of which only the last axes are known: ``(..., 28, 28)``.

The rules of operations want every axis. So an operation is tried with several numbers of axes in front: what all of
them say holds, and it fails for certain where all of them fail.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final

from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Failure, Items, Shape, Value

_RANKS: Final = (0, 1, 2, 3, 9)
"""Numbers of axes in front. With the last, no axis that a program counts from the front is out of range."""
_MOST: Final = 2
"""Arrays with unknown axes beyond which an operation says nothing."""


class AnyAxes:
    """Any number of axes in a shape, those of one array."""

    def __str__(self) -> str:
        return "..."


Substitution = Callable[[Value], Value]


def applied(operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]) -> Value | Failure:
    """Return the result of an operation, which is given a function that puts axes into each operand."""
    unknown = list(dict.fromkeys(each for operand in operands for each in _unknown_axes(operand)))
    if not unknown:
        return operation(_unchanged)
    if len(unknown) > _MOST:
        return UNKNOWN
    results = [
        operation(_putting(dict(zip(unknown, ranks, strict=True))))
        for ranks in itertools.product(_RANKS, repeat=len(unknown))
    ]
    if isinstance(results[0], Failure) and all(isinstance(each, Failure) for each in results):
        return results[0]
    return _common([each for each in results if not isinstance(each, Failure)], results, unknown)


def _common(good: Sequence[Value], results: Sequence[Value | Failure], unknown: Sequence[AnyAxes]) -> Value:
    """Return what all results say; the array has none of the numbers of axes with which the operation fails."""
    if all(each == good[0] for each in good):
        return good[0]
    arrays = [each for each in good if isinstance(each, ArrayValue)]
    if len(arrays) < len(good):
        return UNKNOWN
    first = arrays[0]
    dtype = first.dtype if all(each.dtype == first.dtype for each in arrays) else None
    weak = first.weak if all(each.weak == first.weak for each in arrays) else None
    shape = _led(arrays, unknown[0]) if len(unknown) == 1 and len(arrays) == len(results) else None
    return dataclasses.replace(first, shape=shape, dtype=dtype, weak=weak)


def _led(arrays: Sequence[ArrayValue], unknown: AnyAxes) -> Shape | None:
    """Return the shape of arrays that have the same axes behind the unknown ones; None of others."""
    behind = arrays[0].shape
    if behind is None:
        return None
    is_led = all(each.shape == (None,) * rank + behind for rank, each in zip(_RANKS, arrays, strict=True))
    return (unknown, *behind) if is_led else None


def _unknown_axes(value: Value) -> Iterator[AnyAxes]:
    if isinstance(value, ArrayValue):
        yield from (axis for axis in value.shape or () if isinstance(axis, AnyAxes))
    elif isinstance(value, Items):
        for item in value.items:
            yield from _unknown_axes(item)
    elif isinstance(value, AtView):
        yield from _unknown_axes(value.array)


def _putting(ranks: Mapping[AnyAxes, int]) -> Substitution:
    def put(value: Value) -> Value:
        if isinstance(value, ArrayValue) and value.shape is not None:
            axes = (((None,) * ranks[axis]) if isinstance(axis, AnyAxes) else (axis,) for axis in value.shape)
            return dataclasses.replace(value, shape=tuple(itertools.chain.from_iterable(axes)))
        if isinstance(value, Items):
            return dataclasses.replace(value, items=tuple(map(put, value.items)))
        if isinstance(value, AtView):
            array = put(value.array)
            return dataclasses.replace(value, array=array) if isinstance(array, ArrayValue) else UNKNOWN
        return value

    return put


def _unchanged(value: Value) -> Value:
    return value
