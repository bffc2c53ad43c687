"""Operations on operands that are not known whole: their dtypes, the axes in front of others, weak types, numbers.

The rules of operations want one dtype and every axis. So an operation is tried with what may stand for the rest,
up to hundreds of times. Programs do the same with the same over and over, so results are remembered.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from typing import Final

from jdc_operations.values import ArrayValue, AtView, Failure, Items, Scalar, SliceValue, Value

from ..substitution import Substitution, arrays_in
from .declared_numbers import of_each_number
from .dtype_classes import of_each_dtype
from .named_sizes import StandIn
from .open_axes import AnyAxes, Ranks
from .weak_types import of_each_weakness

_Operation = Callable[[Substitution], Value | Failure]

_MOST: Final = 4096
"""Results beyond which all are forgotten."""
_REMEMBERED: Final[dict[tuple[Hashable, tuple[Value, ...]], Value | Failure]] = {}
"""By the operation and its operands, which are all that a result depends on."""


def remembered(what: Hashable, operation: _Operation, operands: Sequence[Value]) -> Value | Failure:
    """Return what `applied` does, which is the same for all operations that ``what`` stands for."""
    if any(map(_has_stand_in, operands)):  # one equals a number, but is none
        return applied(operation, operands)
    given = what, tuple(operands)
    known = _REMEMBERED.get(given)
    if known is not None:
        return known
    found = applied(operation, operands)
    if _has_own_axes(found, operands):
        return found
    if len(_REMEMBERED) >= _MOST:
        _REMEMBERED.clear()
    _REMEMBERED[given] = found
    return found


def _has_own_axes(found: Value | Failure, operands: Sequence[Value]) -> bool:
    """Return whether a result has unknown axes of its own, which are told from others by what made them."""
    if isinstance(found, Failure):
        return False
    own = _open_axes(found)
    return bool(own) and not own <= set().union(*map(_open_axes, operands))


def _open_axes(value: Value) -> set[AnyAxes]:
    return {size for array in arrays_in(value) for size in array.shape or () if isinstance(size, AnyAxes)}


def _has_stand_in(value: Value) -> bool:
    if isinstance(value, ArrayValue):
        return any(isinstance(size, StandIn) for size in value.shape or ())
    if isinstance(value, Scalar):
        return isinstance(value.value, StandIn)
    if isinstance(value, Items):
        return any(map(_has_stand_in, value.items))
    if isinstance(value, SliceValue):
        return any(map(_has_stand_in, (value.start, value.stop, value.step)))
    return isinstance(value, AtView) and (
        _has_stand_in(value.array) or (value.index is not None and _has_stand_in(value.index))
    )


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
