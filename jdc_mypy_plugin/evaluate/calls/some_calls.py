"""Operations read for calls that choose different sizes for each name of a function.

``x + y`` of ``def f(x: Float[Array, "n"], y: Float[Array, "m"])`` raises in such a call, and works where the two are
equal. An operation that raises for sizes of two kinds, large ones that nothing divides and ones that much divides,
with the order of the names turned round, raises because the names differ; and it must work where all names have one
size.

``x - x.sum(1)`` of ``x: Float[Array, "n 3"]`` works where ``n`` is 3. An operand or a parameter with both sizes
tells that they are not meant to be equal; a ``"n d"`` that is multiplied by a matrix of (2, 2) may always have a
``d`` of 2.
"""

from __future__ import annotations

import dataclasses
import functools
import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Final

from mypy.nodes import CallExpr, Expression, MemberExpr, TupleExpr

from jdc_operations.evaluation import evaluate_index
from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Failure, Value
from jdc_spec.sizes import Linear

from ...syntax.walk import children
from ..declared.related_sizes import failure_of_related, failure_of_related_operands
from ..declared.tied_sizes import NOT_TIED, Tied
from ..operations import OperationReader
from ..scope import ModuleScope
from .chosen_call import DIVISIBLE, PRIMES, ArrayOf, ChosenCall, works
from .helper_calls import Failed
from .loops import Mismatch
from .some_batches import Batched, SomeBatches

_ALL: Final = 1440


class SomeCalls:
    """The operations of a function in three calls of it."""

    def __init__(
        self,
        names: frozenset[str],
        operations: OperationReader,
        parameter: ArrayOf,
        scope: ModuleScope,
        tied: Tied = NOT_TIED,
    ) -> None:
        ordered = sorted(names)
        self._names = names
        self.beside: Sequence[tuple[str, int]] = ()
        """Names and numbers that one parameter has as sizes."""
        self._operations = operations
        self._scope = scope
        self._batched: dict[Batched, SomeBatches] = {}
        self._shown = {str(size): str(name) for size, name in zip(PRIMES, ordered, strict=False)}

        def called(sizes: Iterator[int]) -> ChosenCall:
            chosen = dict(zip(ordered, sizes, strict=False))
            also = {name: chosen[other] for name, other in tied.items() if other in chosen}
            return ChosenCall(operations, parameter, scope, {**chosen, **also})

        def called_with_number(those: frozenset[str], number: int) -> ChosenCall:
            return called(number if each in those else _ALL for each in ordered)

        self._with_number = functools.cache(called_with_number)
        self._different = (called(iter(PRIMES)), called(iter(DIVISIBLE)))
        self._equal = called(_ALL for _ in ordered)

    def failure(self, expression: Expression) -> Failure | None:
        """Return why an operation raises where names have different sizes; None where that is not why."""
        first, other = (each.reader.failure(expression) for each in self._different)
        if first is None or other is None:
            return None
        if not works(self._equal, expression) and not self._wants_number(expression):
            return self._failure_of_related(expression, first)
        return dataclasses.replace(first, reason=self._named(first.reason))

    def _failure_of_related(self, expression: Expression, first: Failure) -> Failure | None:
        """Return why an operation raises where a size is calculated with another; ``first`` is why one call does."""
        value = self._operations.value
        if not isinstance(expression, CallExpr):
            return failure_of_related(expression, value, self._names)
        sizes = dict(zip(sorted(self._names), PRIMES, strict=False))
        operands = (*map(value, expression.args), *(_part(value(each)) for each in _receiver(expression)))
        return failure_of_related_operands(first, operands, self._names, sizes)

    def _wants_number(self, expression: Expression) -> bool:
        """Return whether an operation works where names are a number beside which an operand has them."""
        operands = map(self._operations.value, (*children(expression), *_receiver(expression)))
        declared = ((frozenset((name,)), number) for name, number in self.beside)
        pairs = itertools.chain(declared, *map(self._beside, operands))
        return any(works(self._with_number(those, number), expression) for those, number in pairs)

    def failure_for_batches(self, expression: Expression, batches: Batched) -> Failure | None:
        """Return why an operation raises for every batch with axes, ``*batch``; None where it may not."""
        if batches not in self._batched:
            self._batched[batches] = SomeBatches(self._names, batches, self._operations, self._scope)
        return self._batched[batches].failure(expression)

    def _beside(self, operand: Value) -> Iterator[tuple[frozenset[str], int]]:
        """Yield each name alone, and all names together, with each number larger than 1 beside them in one array."""
        array = operand.array if isinstance(operand, AtView) else operand
        sizes = array.shape or () if isinstance(array, ArrayValue) else ()
        names = self._names & {size.name for size in sizes if isinstance(size, Linear)}
        numbers = {size for size in sizes if isinstance(size, int) and size > 1}
        groups = [*(frozenset((name,)) for name in sorted(names)), *([names] if len(names) > 1 else [])]
        yield from itertools.product(groups, sorted(numbers))

    def mismatch(self, call: CallExpr, loop: str) -> Mismatch | None:
        """Return why a loop of `jax.lax` raises where names have different sizes; None where that is not why."""
        first, other = (each.mismatch(call, loop) for each in self._different)
        if first is None or other is None or first.node is not other.node:
            return None
        if not self._is_cured(call, lambda chosen: chosen.mismatch(call, loop) is None):
            return None
        return first._replace(reason=self._named(first.reason))

    def failed(self, call: CallExpr) -> Failed | None:
        """Return the operation in a called function that raises where names differ; None where that is not why."""
        first, other = (each.failed(call) for each in self._different)
        if first is None or other is None or first.at is not other.at:
            return None
        if not self._is_cured(call, lambda chosen: chosen.failed(call) is None):
            return None
        failure = dataclasses.replace(first.failure, reason=self._named(first.failure.reason))
        return first._replace(failure=failure)

    def _is_cured(self, call: CallExpr, works_in: Callable[[ChosenCall], bool]) -> bool:
        """Return whether a call works where names are equal, or are a number that is beside them in an argument."""
        if works_in(self._equal):
            return True
        given = [item for each in call.args for item in (each.items if isinstance(each, TupleExpr) else (each,))]
        sizes = (pair for each in given for pair in self._beside(self._operations.value(each)))
        return any(works_in(self._with_number(those, number)) for those, number in sizes)

    def _named(self, reason: str) -> str:
        return re.sub(r"\d{4,}", self._name, reason)

    def _name(self, number: re.Match[str]) -> str:
        return self._shown.get(number[0], number[0])


def _receiver(expression: Expression) -> Iterator[Expression]:
    """Yield what a method is called of: ``x.at[0]`` of ``x.at[0].set(y)``."""
    if isinstance(expression, CallExpr) and isinstance(expression.callee, MemberExpr):
        yield expression.callee.expr


def _part(receiver: Value) -> Value:
    """Return ``x[1:]`` for ``x.at[1:]``, whose sizes the new values must have, and anything else as it is."""
    if not isinstance(receiver, AtView) or receiver.index is None:
        return receiver
    part = evaluate_index(receiver.array, receiver.index)
    return UNKNOWN if isinstance(part, Failure) else part
