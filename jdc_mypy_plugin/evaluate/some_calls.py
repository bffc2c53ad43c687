"""Operations read for calls that choose different sizes for each name of a function.

``x + y`` of ``def f(x: Float[Array, "n"], y: Float[Array, "m"])`` raises in such a call, and works where the two are
equal. What raises for sizes of two kinds, large ones that nothing divides and ones that much divides, with the order
of the names turned round, raises because the names differ; and it must work where all names have one size.
"""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Callable, Hashable, Iterator, Mapping
from typing import Final

from mypy.nodes import Expression

from jdc_operations.values import ArrayValue, Failure
from jdc_spec.sizes import Linear, replace_names

from .operations import OperationReader

_PRIMES: Final = (7001, 7013, 7019, 7027, 7039, 7043, 7057, 7069, 7079, 7103, 7109, 7121)
_DIVISIBLE: Final = tuple(120 * factor for factor in range(len(_PRIMES), 0, -1))
_ALL: Final = 1440

ArrayOf = Callable[[Expression], ArrayValue | None]


class SomeCalls:
    """What the operations of a function do in three calls of it."""

    def __init__(
        self, names: frozenset[str], array_of: ArrayOf, reader: Callable[[ArrayOf], OperationReader]
    ) -> None:
        ordered = sorted(names)
        self._shown = {str(size): str(name) for size, name in zip(_PRIMES, ordered, strict=False)}

        def read(sizes: Iterator[int]) -> OperationReader:
            chosen = dict(zip(ordered, sizes, strict=False))
            return reader(lambda expression: _chosen(array_of(expression), chosen))

        self._different = (read(iter(_PRIMES)), read(iter(_DIVISIBLE)))
        self._equal = read(_ALL for _ in ordered)

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation raises where names have different sizes; None where that is not why."""
        first, other = (reader.failure(expression) for reader in self._different)
        if first is None or other is None or self._equal.failure(expression) is not None:
            return None
        if not self._equal.is_known(expression):
            return None
        return dataclasses.replace(first, reason=re.sub(r"\d{4,}", self._name, first.reason))

    def _name(self, number: re.Match[str]) -> str:
        return self._shown.get(number[0], number[0])


def _chosen(array: ArrayValue | None, sizes: Mapping[str, int]) -> ArrayValue | None:
    """Return an array with the sizes of its names put in."""
    if array is None or array.shape is None:
        return array
    return dataclasses.replace(array, shape=tuple(_size(each, sizes) for each in array.shape))


def _size(size: Hashable, sizes: Mapping[str, int]) -> Hashable:
    known = replace_names(size, sizes) if isinstance(size, Linear) else None
    return size if known is None else known
