"""Operations on arrays of which nobody says whether their dtype is weak: ``i // 2`` of an ``Int32[Array, ""]``.

The rules of operations leave the dtype of the result open where it depends on that. Then the operation is tried with
both, and what both say holds. Weak are the types of Python alone: an ``int32`` may be weak without
``jax_enable_x64``, an ``int64`` with it, and an ``int8`` never.
"""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple

from jdc_operations.dtypes import JAX_SCALARS, in_mode
from jdc_operations.values import ArrayValue, DType, Failure, Items, ModePair, Value

from ..substitution import Substitution, arrays_in, putting

_MOST: Final = 3
"""Such arrays beyond which the dtype stays open."""
_PAIRS: Final = tuple(pair for pair in JAX_SCALARS.values() if isinstance(pair, ModePair))
_BOTH: Final = frozenset((False, True))


class _Way(NamedTuple):
    """How an array may be."""

    dtype: DType | None
    weak: bool
    modes: frozenset[bool]
    """With and without ``jax_enable_x64``."""


def of_each_weakness(
    operation: Callable[[Substitution], Value | Failure], operands: Sequence[Value], found: Value | Failure
) -> Value | Failure:
    """Return the result of an operation, ``found``, with the dtype that it has whatever is weak."""
    if not _lacks_dtype(found):
        return found
    arrays = [array for operand in operands for array in arrays_in(operand)]
    unknown = list(dict.fromkeys(array for array in arrays if array.weak is None))
    if not 0 < len(unknown) <= _MOST or any(array.dtype is None for array in arrays):
        return found
    first: Value | None = None
    for ways in itertools.product(*map(_ways, unknown)):
        modes = _BOTH.intersection(*(way.modes for way in ways))
        if not modes:
            continue
        result = operation(_putting(dict(zip(unknown, ways, strict=True))))
        if isinstance(result, Failure) or _lacks_dtype(result):
            return found
        if first is None:
            first = _changed(result, lambda dtype: dtype)
        if any(_in(result, mode) != _in(first, mode) for mode in modes):
            return found
    return found if first is None else first


def _ways(array: ArrayValue) -> Sequence[_Way]:
    """Return how an array may be: strong, which comes first, or weak."""
    strong = _Way(array.dtype, weak=False, modes=_BOTH)
    pair = next((pair for pair in _PAIRS if array.dtype == pair or array.dtype in pair), None)
    if pair is None:
        return (strong,)
    return strong, _Way(pair, weak=True, modes=frozenset(mode for mode in _BOTH if _is_in(array.dtype, pair, mode)))


def _is_in(dtype: DType | None, pair: ModePair, mode: bool) -> bool:
    return dtype == pair or dtype == pair[mode]


def _lacks_dtype(value: Value | Failure) -> bool:
    if isinstance(value, Items):
        return any(map(_lacks_dtype, value.items))
    return isinstance(value, ArrayValue) and value.dtype is None


def _in(value: Value, mode: bool) -> Value:
    """Return a value in one mode, whether weak or not."""
    return _changed(value, lambda dtype: None if dtype is None else in_mode(dtype, wide=mode))


def _changed(value: Value, change: Callable[[DType | None], DType | None]) -> Value:
    return putting(lambda array: dataclasses.replace(array, dtype=change(array.dtype), weak=None))(value)


def _putting(chosen: Mapping[ArrayValue, _Way]) -> Substitution:
    def put(array: ArrayValue) -> ArrayValue:
        way = chosen.get(array)
        return array if way is None else dataclasses.replace(array, dtype=way.dtype, weak=way.weak)

    return putting(put)
