"""Operations read for batches of some axes: those that ``*batch`` of a function's parameters stands for.

``x / jnp.linalg.norm(x, axis=-1)`` of an ``x: Float[Array, "*batch 3"]`` works without any batch axes, and raises
with one, two or three of them. The function promises to work for all. A batch of three rows is one of them, but an
array that has rows of three beside it tells that the two sizes are not meant to be equal.
"""

from __future__ import annotations

import dataclasses
import functools
import re
from collections.abc import Iterator
from typing import Final

from mypy.nodes import Expression, Var

from jdc_operations.values import ArrayValue, Failure

from ...syntax.walk import children
from ..declared.open_axes import AnyAxes
from ..operations import OperationReader
from ..scope import ModuleScope
from ..substitution import arrays_in
from .chosen_call import DIVISIBLE, PRIMES, ChosenCall, works

Batched = frozenset[str | Var]
"""The marks of `AnyAxes` that a call may choose: their names, and parameters that have ``...`` axes."""
_COUNTS: Final = (1, 2, 3)
"""Numbers of axes of a batch for which an operation must raise."""
_SIZES: Final = (((7207, 7211, 7213), PRIMES), ((5040, 2520, 7560), DIVISIBLE))
"""Sizes of the axes of a batch, with those of names."""
_SHOWN: Final = _SIZES[0][0][0]
"""The size that stands for all axes of a batch in a sentence."""


class SomeBatches:
    """The operations of a function in calls with batches of different axes."""

    def __init__(self, names: frozenset[str], batches: Batched, reader: OperationReader, scope: ModuleScope) -> None:
        ordered = sorted(names)
        self._batches = batches
        self._operations = reader

        def called(batch: str | Var, axes: tuple[int, ...], sizes: tuple[int, ...]) -> ChosenCall:
            return ChosenCall(reader, lambda _: None, scope, dict(zip(ordered, sizes, strict=False)), {batch: axes})

        self._called = functools.cache(called)
        self._shown = {str(size): str(name) for size, name in zip(PRIMES, ordered, strict=False)}

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation raises for every batch that has axes; None where it may not.

        Arrays with other unknown axes may have any: ``*b`` and ``*c`` may be there to be broadcast to one.
        """
        batches = {size.source for array in self._arrays(expression) for size in _open_axes(array)}
        batch = next(iter(batches)) if len(batches) == 1 else None
        if not isinstance(batch, str | Var) or batch not in self._batches:
            return None
        if not works(self._called(batch, (), PRIMES), expression):
            return None
        calls = [self._called(batch, axes[:count], sizes) for axes, sizes in _SIZES for count in _COUNTS]
        failures = [each.reader.failure(expression) for each in calls]
        if any(each is None for each in failures) or self._may_be_meant(expression, batch):
            return None
        shown, first = {**self._shown, str(_SHOWN): _text(batch)}, failures[0]
        reason = "" if first is None else re.sub(r"\d{4,}", lambda size: shown.get(size[0], size[0]), first.reason)
        return None if first is None else dataclasses.replace(first, reason=reason)

    def _may_be_meant(self, expression: Expression, batch: str | Var) -> bool:
        """Return whether an operation works for batches of so many rows as another array has, beside no batch."""
        arrays = list(self._arrays(expression))
        beside = {size for array in arrays if any(_open_axes(array)) for size in array.shape or ()}
        numbers = {size for array in arrays for size in array.shape or () if isinstance(size, int) and size > 1}
        return any(works(self._called(batch, (size,), PRIMES), expression) for size in sorted(numbers - beside))

    def _arrays(self, expression: Expression) -> Iterator[ArrayValue]:
        for operand in children(expression):
            yield from arrays_in(self._operations.value(operand))


def _open_axes(array: ArrayValue) -> Iterator[AnyAxes]:
    return (size for size in array.shape or () if isinstance(size, AnyAxes))


def _text(batch: str | Var) -> str:
    return "..." if isinstance(batch, Var) else f"*{batch}"
