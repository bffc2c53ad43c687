"""Operations on arrays of which only the last axes are known: ``(..., 28, 28)``.

The rules of operations want every axis. So an operation is tried with several numbers of axes in front: what all of
them say holds, and it fails for certain where all of them fail.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Shape, Value

from .dtype_classes import of_each_dtype
from .substitution import Substitution, arrays_in, items_of_each, putting
from .weak_types import of_each_weakness

_RANKS: Final = (0, 1, 2, 3, 9)
"""Numbers of axes in front. With the last, no axis that a program counts from the front is out of range."""
_MOST: Final = 2
"""Arrays with unknown axes beyond which an operation says nothing."""


class AnyAxes:
    """Any number of axes in a shape: those of one array, or those that a name stands for in one function."""

    def __init__(self, name: str | None = None) -> None:
        self.name = name

    def __eq__(self, other: object) -> bool:
        return self is other or (isinstance(other, AnyAxes) and self.name is not None and self.name == other.name)

    def __hash__(self) -> int:
        return id(self) if self.name is None else hash(self.name)

    def __str__(self) -> str:
        return "..." if self.name is None else f"*{self.name}"


def applied(operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]) -> Value | Failure:
    """Return the result of an operation, which is given a function that puts axes and a dtype into each operand."""

    def with_weakness(put: Substitution) -> Value | Failure:
        return _applied(lambda put_rest: operation(lambda value: put_rest(put(value))), [*map(put, operands)])

    return of_each_weakness(with_weakness, operands, _applied(operation, operands))


def _applied(operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]) -> Value | Failure:
    def with_dtypes(put: Substitution) -> Value | Failure:
        return _of_each_rank(lambda put_axes: operation(lambda value: put_axes(put(value))), [*map(put, operands)])

    found = of_each_dtype(with_dtypes, operands)
    return _of_each_rank(operation, operands) if found is None else found


def _of_each_rank(operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]) -> Value | Failure:
    sizes = (size for operand in operands for array in arrays_in(operand) for size in array.shape or ())
    unknown = list(dict.fromkeys(size for size in sizes if isinstance(size, AnyAxes)))
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
    good = [each for each in results if not isinstance(each, Failure)]
    return _common(good, unknown, are_all=len(good) == len(results))


def _common(good: Sequence[Value], unknown: Sequence[AnyAxes], *, are_all: bool) -> Value:
    """Return what all results say; the array has none of the numbers of axes with which the operation fails."""
    if all(each == good[0] for each in good):
        return good[0]
    parts = items_of_each(good)
    if parts is not None:
        items = (_common(each, unknown, are_all=are_all) for each in parts)
        return Items(tuple(items), isinstance(good[0], Items) and good[0].is_list)
    arrays = [each for each in good if isinstance(each, ArrayValue)]
    if len(arrays) < len(good):
        return UNKNOWN
    first = arrays[0]
    dtype = first.dtype if all(each.dtype == first.dtype for each in arrays) else None
    weak = first.weak if all(each.weak == first.weak for each in arrays) else None
    shape = _led(arrays, unknown[0]) if len(unknown) == 1 and are_all else None
    return dataclasses.replace(first, shape=shape, dtype=dtype, weak=weak)


def _led(arrays: Sequence[ArrayValue], unknown: AnyAxes) -> Shape | None:
    """Return the shape of arrays that have the same axes behind the unknown ones; None of others."""
    behind = arrays[0].shape
    if behind is None:
        return None
    is_led = all(each.shape == (None,) * rank + behind for rank, each in zip(_RANKS, arrays, strict=True))
    return (unknown, *behind) if is_led else None


def _putting(ranks: Mapping[AnyAxes, int]) -> Substitution:
    def with_axes(array: ArrayValue) -> ArrayValue:
        if array.shape is None:
            return array
        axes = (((None,) * ranks[axis]) if isinstance(axis, AnyAxes) else (axis,) for axis in array.shape)
        return dataclasses.replace(array, shape=tuple(itertools.chain.from_iterable(axes)))

    return putting(with_axes)


def _unchanged(value: Value) -> Value:
    return value
