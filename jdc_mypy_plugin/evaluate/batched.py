"""Operations on operands that are not known whole: their dtypes, the axes in front of others, weak types, numbers.

The rules of operations want one dtype and every axis. So an operation is tried with what may stand for the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from jdc_operations.values import Failure, Value

from .declared_numbers import of_each_number
from .dtype_classes import of_each_dtype
from .open_axes import Ranks
from .substitution import Substitution
from .weak_types import of_each_weakness

_Operation = Callable[[Substitution], Value | Failure]


def applied(operation: _Operation, operands: Sequence[Value]) -> Value | Failure:
    """Return the result of an operation, which is given a function that puts axes and a dtype into each operand."""
    ranks = Ranks()

    def with_numbers(put: Substitution) -> Value | Failure:
        return _of_numbers(_after(put, operation), [*map(put, operands)], ranks)

    found = of_each_number(with_numbers, operands)
    return _of_numbers(operation, operands, ranks) if found is None else found


def _of_numbers(operation: _Operation, operands: Sequence[Value], ranks: Ranks) -> Value | Failure:
    def with_weakness(put: Substitution) -> Value | Failure:
        return _of_weakness(_after(put, operation), [*map(put, operands)], ranks)

    return of_each_weakness(with_weakness, operands, _of_weakness(operation, operands, ranks))


def _of_weakness(operation: _Operation, operands: Sequence[Value], ranks: Ranks) -> Value | Failure:
    def with_dtypes(put: Substitution) -> Value | Failure:
        return ranks.result(_after(put, operation), [*map(put, operands)])

    found = of_each_dtype(with_dtypes, operands)
    return ranks.result(operation, operands) if found is None else found


def _after(put: Substitution, operation: _Operation) -> _Operation:
    """Return an operation on operands into which something has been put."""
    return lambda put_rest: operation(lambda value: put_rest(put(value)))
