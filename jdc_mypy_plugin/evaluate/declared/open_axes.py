"""Operations on arrays of which only the last axes are known: ``(..., 28, 28)``.

The rules of operations want every axis. So an operation is tried with several numbers of axes in front: what all of
them say holds, and it fails for certain where all of them fail.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Items, Shape, Value
from jdc_spec.sizes import named

from ..substitution import Substitution, arrays_in, items_of_each, putting

_RANKS: Final = (0, 1, 2, 3, 9)
"""Numbers of axes in front. With the last, no axis that a program counts from the front is out of range."""
_OTHERS: Final = (4, 5, 6, 7, 8)
"""Numbers of axes that are tried too where an operation fails with some: one of them may be the one that it takes."""
_OF_THREE: Final = (0, 1, 9)
"""Numbers of axes that are tried first where three arrays have unknown axes. More are tried only if one fails."""
_MOST: Final = 3
"""Arrays with unknown axes beyond which an operation tells the dtype alone."""

_Operation = Callable[[Substitution], Value | Failure]


class AnyAxes:
    """Any number of axes in a shape: those of one array, or those that a name stands for in one function."""

    def __init__(self, name: str | None = None, of: object = None) -> None:
        self.name = name
        self.source: object = name or of
        """The key that tells these axes from others: their name, the array's variable, or what made the array."""

    def __eq__(self, other: object) -> bool:
        return self is other or (
            isinstance(other, AnyAxes) and self.source is not None and self.source == other.source
        )

    def __hash__(self) -> int:
        return id(self) if self.source is None else hash(self.source)

    def __str__(self) -> str:
        return "..." if self.name is None else f"*{self.name}"


def is_open(shape: Shape | None) -> bool:
    """Return whether nobody knows how many axes a shape has."""
    return shape is None or any(isinstance(size, AnyAxes) for size in shape)


def freed(value: Value, given: Iterable[Value]) -> Value:
    """Return the result of a function, whose unknown axes may differ from call to call.

    Only the axes of its arguments stay the same. A function may also read fields of an object, and that is another
    object in another call.
    """
    kept = {size for each in given for array in arrays_in(each) for size in array.shape or ()}

    def with_own(array: ArrayValue) -> ArrayValue:
        sizes = (AnyAxes() if isinstance(size, AnyAxes) and size not in kept else size for size in array.shape or ())
        return dataclasses.replace(array, shape=tuple(sizes)) if is_open(array.shape) and array.shape else array

    return putting(with_own)(value)


def is_shapeless(value: Value) -> bool:
    """Return whether a value is an array of unknown shape."""
    return isinstance(value, ArrayValue) and value.shape is None


class _Tried(NamedTuple):
    """The results of an operation with operands of one dtype each."""

    put: Substitution
    """Puts numbers of axes into operands with which it does not fail."""
    one: Value
    """Its result with these."""
    all: Value
    """Its result with any."""


class Ranks:
    """One operation with several numbers of axes: the shape of what it gives is the same for all dtypes."""

    def __init__(self) -> None:
        self._tried: _Tried | None = None

    def result(self, operation: _Operation, operands: Sequence[Value]) -> Value | Failure:
        """Return the result of an operation, which is given a function that puts axes into each operand."""
        if self._tried is not None:
            found = operation(self._tried.put)
            known = found if isinstance(found, Failure) else _in_shape_of(self._tried, found)
            if known is not None:
                return known
        sizes = (size for operand in operands for array in arrays_in(operand) for size in array.shape or ())
        unknown = list(dict.fromkeys(size for size in sizes if isinstance(size, AnyAxes)))
        if not unknown:
            return operation(_unchanged)
        return operation(_without_shape) if len(unknown) > _MOST else self._of_each(operation, unknown)

    def _of_each(self, operation: _Operation, unknown: Sequence[AnyAxes]) -> Value | Failure:
        results = _results(operation, unknown, _OF_THREE if len(unknown) == _MOST else _RANKS)
        if len(unknown) == _MOST and any(isinstance(each, Failure) for each in results.values()):
            results = _results(operation, unknown, _RANKS)
        failures = [each for each in results.values() if isinstance(each, Failure)]
        is_of_dtypes = len(failures) == len(results) and all(each.is_of_dtypes for each in failures)
        if failures and not is_of_dtypes and (_may_hold(results.values()) or _is_one_sided(results)):
            results = _results(operation, unknown, (*_RANKS, *_OTHERS))
        good = {ranks: each for ranks, each in results.items() if not isinstance(each, Failure)}
        if not good:
            return next((each for each in failures if each.is_of_dtypes), None) or _told(operation, unknown, failures)
        is_led = len(good) == len(results) and len(unknown) == 1
        whole = _common(list(good.values()), unknown[0] if is_led else None, self)
        first = next(iter(good))
        self._tried = _Tried(_putting(_of_counts(unknown, first)), good[first], whole)
        return whole


def _told(operation: _Operation, unknown: Sequence[AnyAxes], failures: Sequence[Failure]) -> Failure:
    """Return why an operation fails with any number of axes, of shapes as they are annotated: ``(*batch, 3)``."""
    shown = operation(_putting({axes: (named(str(axes)),) for axes in unknown}))
    return shown if isinstance(shown, Failure) and not shown.is_of_dtypes else failures[0]


def _results(
    operation: _Operation, unknown: Sequence[AnyAxes], choices: Sequence[int]
) -> Mapping[tuple[int, ...], Value | Failure]:
    chosen = itertools.product(choices, repeat=len(unknown))
    return {ranks: operation(_putting(_of_counts(unknown, ranks))) for ranks in chosen}


def _in_shape_of(tried: _Tried, found: Value) -> Value | None:
    """Return what an operation gives with any number of axes, where ``found`` is what it gives with some."""
    _, one, whole = tried
    if found == one:
        return whole
    if isinstance(found, ArrayValue) and isinstance(one, ArrayValue) and isinstance(whole, ArrayValue):
        return dataclasses.replace(found, shape=whole.shape) if found.shape == one.shape else None
    return None


def _may_hold(results: Iterable[Value | Failure]) -> bool:
    """Return whether the operation fails, or gives one result, with all numbers of axes that have been tried."""
    good = [each for each in results if not isinstance(each, Failure)]
    return all(each == good[0] for each in good)


def _is_one_sided(results: Mapping[tuple[int, ...], Value | Failure]) -> bool:
    """Return whether the operation works with one number of axes alone for some array: that may say too much."""
    good = [ranks for ranks, each in results.items() if not isinstance(each, Failure)]
    return any(len(set(ranks)) == 1 for ranks in zip(*good, strict=True))


def _common(good: Sequence[Value], unknown: AnyAxes | None, made: object) -> Value:
    """Return what all results say; ``unknown`` stands for the axes in front of them, if it is tried alone."""
    if all(each == good[0] for each in good):
        return good[0]
    parts = items_of_each(good)
    if parts is not None:
        items = (_common(each, unknown, (made, number)) for number, each in enumerate(parts))
        return Items(tuple(items), isinstance(good[0], Items) and good[0].is_list)
    arrays = [each for each in good if isinstance(each, ArrayValue)]
    if len(arrays) < len(good):
        return UNKNOWN
    first = arrays[0]
    dtype = first.dtype if all(each.dtype == first.dtype for each in arrays) else None
    weak = first.weak if all(each.weak == first.weak for each in arrays) else None
    shape = None if unknown is None else _led(arrays, unknown)
    if shape is None:
        behind = ending([each.shape for each in arrays])
        shape = (AnyAxes(of=made), *behind) if behind else None
    return dataclasses.replace(first, shape=shape, dtype=dtype, weak=weak)


def _led(arrays: Sequence[ArrayValue], unknown: AnyAxes) -> Shape | None:
    """Return the shape of arrays that have the same axes behind the unknown ones; None of others."""
    behind = arrays[0].shape
    if behind is None:
        return None
    is_led = all(each.shape == (None,) * rank + behind for rank, each in zip(_RANKS, arrays, strict=True))
    return (unknown, *behind) if is_led else None


def ending(shapes: Sequence[Shape | None]) -> Shape:
    """Return the axes at the end that shapes have in common."""
    known = [shape for shape in shapes if shape is not None]
    if len(known) < len(shapes):
        return ()
    backwards = zip(*(reversed(shape) for shape in known), strict=False)
    same = itertools.takewhile(lambda sizes: all(size == sizes[0] for size in sizes), backwards)
    return tuple(sizes[0] for sizes in same)[::-1]


def _of_counts(unknown: Sequence[AnyAxes], counts: Sequence[int]) -> Mapping[AnyAxes, Shape]:
    """Return so many axes of unknown sizes for each."""
    return {axes: (None,) * count for axes, count in zip(unknown, counts, strict=True)}


def _putting(sizes: Mapping[AnyAxes, Shape]) -> Substitution:
    def with_axes(array: ArrayValue) -> ArrayValue:
        if array.shape is None:
            return array
        axes = (sizes[axis] if isinstance(axis, AnyAxes) else (axis,) for axis in array.shape)
        return dataclasses.replace(array, shape=tuple(itertools.chain.from_iterable(axes)))

    return putting(with_axes)


def _forget(array: ArrayValue) -> ArrayValue:
    return dataclasses.replace(array, shape=None) if is_open(array.shape) else array


_without_shape: Final = putting(_forget)


def _unchanged(value: Value) -> Value:
    return value
