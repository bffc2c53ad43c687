"""One call of a function, in which the names of sizes are numbers, and those of batches are some axes."""

from __future__ import annotations

import dataclasses
import functools
import itertools
from collections.abc import Callable, Hashable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from mypy.nodes import CallExpr, Expression

from jdc_operations.values import ArrayValue, Value
from jdc_spec.sizes import Linear, replace_names

from ..counts import keys_along
from ..declared.named_sizes import StandIn
from ..declared.open_axes import AnyAxes
from ..operations import OperationReader
from ..scope import ModuleScope
from .failing_calls import FailingCalls
from .helper_calls import Failed
from .loops import Asked, Mismatch, mismatches
from .method_calls import Inside

PRIMES: Final = (7001, 7013, 7019, 7027, 7039, 7043, 7057, 7069, 7079, 7103, 7109, 7121)
DIVISIBLE: Final = tuple(120 * factor for factor in range(len(PRIMES), 0, -1))
ArrayOf = Callable[[Expression], Value | None]
Sizes = Mapping[str, int]
Batches = Mapping[object, Sequence[int]]
"""Sizes of axes, by what `AnyAxes` are known by."""


class ChosenCall:
    """The operations in one call."""

    def __init__(
        self,
        operations: OperationReader,
        parameter: ArrayOf,
        scope: ModuleScope,
        sizes: Sizes,
        batches: Batches = MappingProxyType({}),
    ) -> None:
        array_of = operations.array_of
        helpers = operations.helpers.anew()

        def outward(value: Value | None) -> Value | None:
            return _chosen(value, sizes, batches)

        inside = Inside(outward=outward)
        self.reader = OperationReader(scope, lambda each: outward(array_of(each)), helpers, inside)
        self._bodies = FailingCalls(scope, self.reader, lambda each: outward(parameter(each)))

    def mismatch(self, call: CallExpr, loop: str) -> Mismatch | None:
        """Return why a loop raises."""
        read = self.reader.value
        keys = functools.partial(keys_along, scope=self.reader.scope, read=read)
        return next(mismatches(call, loop, Asked(read, self._bodies.applied_to, keys)), None)

    def failed(self, call: CallExpr) -> Failed | None:
        """Return the operation that raises in the function that a call names."""
        return self._bodies.failed(call, is_checked=False)


def works(call: ChosenCall, expression: Expression) -> bool:
    """Return whether an operation is known to work in a call."""
    return call.reader.failure(expression) is None and call.reader.is_known(expression)


def _chosen(array: Value | None, sizes: Sizes, batches: Batches) -> Value | None:
    """Return an array with the sizes of its names put in, and the axes of a batch that has a name."""
    if not isinstance(array, ArrayValue) or array.shape is None:
        return array
    put = (_axes(each, batches) if isinstance(each, AnyAxes) else (_size(each, sizes),) for each in array.shape)
    return dataclasses.replace(array, shape=tuple(itertools.chain.from_iterable(put)))


def _axes(axes: AnyAxes, batches: Batches) -> Sequence[Hashable]:
    known = None if axes.source is None else batches.get(axes.source)
    return (axes,) if known is None else [StandIn(size) for size in known]


def _size(size: Hashable, sizes: Sizes) -> Hashable:
    known = replace_names(size, sizes) if isinstance(size, Linear) else None
    return StandIn(known) if isinstance(known, int) else size
