"""Operations read for calls that choose different sizes for each name of a function.

``x + y`` of ``def f(x: Float[Array, "n"], y: Float[Array, "m"])`` raises in such a call, and works where the two are
equal. What raises for sizes of two kinds, large ones that nothing divides and ones that much divides, with the order
of the names turned round, raises because the names differ; and it must work where all names have one size.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from typing import Final

from mypy.nodes import Expression

from jdc_operations.values import ArrayValue, Failure
from jdc_spec.sizes import Dim, Linear, replace_names

from .operations import OperationReader

_PRIMES: Final = (101, 103, 107, 109, 113, 127, 131, 137, 139, 149, 151, 157)
_DIVISIBLE: Final = tuple(120 * factor for factor in range(len(_PRIMES), 0, -1))
_ALL: Final = 1440

ArrayOf = Callable[[Expression], ArrayValue | None]


class SomeCalls:
    """What the operations of a function do in three calls of it."""

    def __init__(self, names: frozenset[str], array_of: ArrayOf, reader: Callable[[ArrayOf], OperationReader]) -> None:
        ordered = sorted(names)

        def read(sizes: Iterator[int]) -> OperationReader:
            chosen = {name: _Shown(size, name) for name, size in zip(ordered, sizes, strict=False)}
            return reader(lambda expression: _chosen(array_of(expression), chosen))

        self._different = (read(iter(_PRIMES)), read(iter(_DIVISIBLE)))
        self._equal = read(_ALL for _ in ordered)

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation raises where names have different sizes; None where that is not why."""
        first, other = (reader.failure(expression) for reader in self._different)
        if first is None or other is None or self._equal.failure(expression) is not None:
            return None
        return first if self._equal.is_known(expression) else None


class _Shown(int):
    """A size that is shown as its name."""

    _name: str

    def __new__(cls, size: int, name: str) -> _Shown:
        made = super().__new__(cls, size)
        made._name = str(name)
        return made

    def __str__(self) -> str:
        return self._name

    def __format__(self, format_spec: str) -> str:
        return format(self._name, format_spec)


def _chosen(array: ArrayValue | None, sizes: dict[str, _Shown]) -> ArrayValue | None:
    """Return an array with the sizes of its names put in."""
    if array is None or array.shape is None:
        return array
    return dataclasses.replace(array, shape=tuple(_size(each, sizes) for each in array.shape))


def _size(size: object, sizes: dict[str, _Shown]) -> Dim:
    if not isinstance(size, Linear):
        return size  # type: ignore[return-value]
    if size.name is not None:
        return sizes.get(size.name, size)
    known = replace_names(size, dict(sizes))
    return size if known is None else known
