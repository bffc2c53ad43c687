"""Operations on arrays of which only the class of the dtype is known: ``Float[Array, "n"]``, ``jnp.integer``.

The rules of operations want one dtype. So an operation is tried with the narrowest and the widest dtype of each kind
in the class: what all of them say holds, and it fails for certain where all of them fail.
"""

from __future__ import annotations

import dataclasses
import itertools
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jdc_operations.dtypes import COMPLEX_DEFAULT, FLOAT, INT
from jdc_operations.values import UNKNOWN, ArrayValue, DType, Failure, Items, ModePair, Value
from jdc_spec.dtypes import ANY_KEY, KEY, NUMERIC_CLASSES, covered

from ..substitution import Substitution, arrays_in, items_of_each, putting

_Typed = tuple[DType | None, bool | None]
"""A dtype, and whether it is weak."""

_TRIED: Final[Mapping[str, Sequence[_Typed]]] = {
    "signedinteger": (("int8", False), ("int64", False), (INT, True)),
    "unsignedinteger": (("uint8", False), ("uint64", False)),
    "floating": (("float16", False), ("float64", False), (FLOAT, True)),
    "complexfloating": (("complex64", False), ("complex128", False), (COMPLEX_DEFAULT, True)),
}
"""Of each kind of number, the dtypes that stand for all, and what is weak: the type of Python."""
_RESULTS: Final = ("signedinteger", "unsignedinteger", "integer", "floating", "complexfloating", "inexact", "number")
"""The classes that results are said to have, the narrowest first."""
_MOST: Final = 20
"""Combinations beyond which the dtypes count as unknown."""


_MIXED: Final = frozenset(
    name for name in NUMERIC_CLASSES if not any(covered(name) <= covered(kind) for kind in _TRIED)
)
"""Classes with dtypes of several kinds: two arrays of one class may have dtypes of different kinds."""
_STANDING_FOR: Final[Mapping[str, Sequence[_Typed]]] = {
    name: [each for kind, tried in _TRIED.items() if not covered(kind).isdisjoint(covered(name)) for each in tried]
    for name in NUMERIC_CLASSES
} | {ANY_KEY: (("uint32", False), (KEY, False))}


def of_each_dtype(
    operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value]
) -> Value | Failure | None:
    """Return the result of an operation on operands with classes of dtypes; None where there are none."""
    arrays = [each for operand in operands for each in arrays_in(operand) if each.dtype in _STANDING_FOR]
    if not arrays:
        return None
    unknown = list(dict.fromkeys(arrays))
    choices = [_choices(each) for each in unknown]
    combinations = list(itertools.islice(itertools.product(*choices), _MOST + 1))
    is_mixed = len(unknown) < len(arrays) and any(each.dtype in _MIXED for each in unknown)
    if not 0 < len(combinations) <= _MOST or is_mixed:
        return operation(_putting({each: (None, each.weak) for each in unknown}))
    results = [operation(_putting(dict(zip(unknown, chosen, strict=True)))) for chosen in combinations]
    first = results[0]
    if isinstance(first, Failure) and all(isinstance(each, Failure) for each in results):
        return dataclasses.replace(first, reason=_in_classes(first.reason, unknown, combinations[0]))
    return common([each for each in results if not isinstance(each, Failure)])


def _choices(array: ArrayValue) -> list[_Typed]:
    """Return what may stand for the dtype of an array, fitting what is known of its weakness."""
    return [typed for typed in _STANDING_FOR[str(array.dtype)] if array.weak in (None, typed[1])]


def common(results: Sequence[Value]) -> Value:
    """Return what all results say."""
    first = results[0]
    if all(each == first for each in results):
        return first
    parts = items_of_each(results)
    if parts is not None:
        return Items(tuple(map(common, parts)), isinstance(first, Items) and first.is_list)
    arrays = [each for each in results if isinstance(each, ArrayValue)]
    if len(arrays) < len(results) or not isinstance(first, ArrayValue):
        return UNKNOWN
    shape = first.shape if all(each.shape == first.shape for each in arrays) else None
    weak = first.weak if all(each.weak == first.weak for each in arrays) else None
    return dataclasses.replace(first, shape=shape, dtype=_class_of(arrays), weak=weak)


def _class_of(arrays: Sequence[ArrayValue]) -> str | None:
    """Return the narrowest class with the dtypes of all arrays; None where one has none."""
    dtypes: set[str] = set()
    for each in arrays:
        if each.dtype is None:
            return None
        dtypes.update((each.dtype.narrow, each.dtype.wide) if isinstance(each.dtype, ModePair) else (each.dtype,))
    return next((name for name in _RESULTS if all(covered(each) <= covered(name) for each in dtypes)), None)


def _putting(chosen: Mapping[ArrayValue, _Typed]) -> Substitution:
    def put(array: ArrayValue) -> ArrayValue:
        typed = chosen.get(array)
        return array if typed is None else dataclasses.replace(array, dtype=typed[0], weak=typed[1])

    return putting(put)


def _in_classes(reason: str, unknown: Sequence[ArrayValue], chosen: Sequence[_Typed]) -> str:
    """Name the classes in the place of the dtypes that stood for them."""
    for array, (dtype, _) in zip(unknown, chosen, strict=True):
        reason = re.sub(rf"\b{dtype}\b", str(array.dtype), reason)
    return reason
