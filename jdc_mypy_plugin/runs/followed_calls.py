"""Calls of functions that the run has followed: the arrays that they were given and what they gave back."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, NamedTuple

from mypy.nodes import CallExpr, Expression, FuncDef, FuncItem, TupleExpr

from jdc_operations.values import ArrayValue

from ..syntax.functions import only_result
from .things import Class, Frame, Object, Row, Thing

if TYPE_CHECKING:
    from .machine import Machine

_MOST: Final = 8
"""Different calls of a function beyond which no more are kept."""

Arrays = Mapping[str, ArrayValue]


class Given(NamedTuple):
    """An array that a function gives back, or an item of a tuple."""

    value: ArrayValue
    at: Expression
    """The expression that the function returns it by."""
    item: int | None


class FollowedCall(NamedTuple):
    """A call of a function of the module under check that came to its end."""

    function: FuncDef
    arrays: Arrays
    """The parameters that are arrays."""
    given: Sequence[Given]
    calls: tuple[CallExpr, ...]
    """The calls that lead there, the outermost first."""


class FollowedCalls:
    """The calls of one run, those alone that are certain to come about."""

    def __init__(self) -> None:
        self._kept: dict[FuncDef, list[FollowedCall]] = defaultdict(list)

    def all(self) -> Sequence[FollowedCall]:
        """Return the calls, function by function."""
        return [each for calls in self._kept.values() for each in calls]

    def keep(self, function: FuncItem, arrays: Arrays, frame: Frame, machine: Machine) -> None:
        """Take note of a call whose body has been followed."""
        returned = only_result(function)
        if not isinstance(function, FuncDef) or returned is None or frame.result is None:
            return
        if function.info and not _is_own(function, frame.receiver):
            return
        kept = self._kept[function]
        if machine.changes.is_silent or not machine.is_at_home or len(kept) >= _MOST:
            return
        made = list(_given(returned, frame.result))
        if made and not any(each.arrays == arrays and _values(each.given) == _values(made) for each in kept):
            kept.append(FollowedCall(function, arrays, made, tuple(machine.chain)))


def _is_own(method: FuncDef, receiver: Thing | None) -> bool:
    """Return whether a method runs for an object of its very class; of a subclass it may say too much."""
    return isinstance(receiver, Object | Class) and receiver.info is method.info


def arrays_of(variables: Mapping[str, Thing]) -> Arrays:
    """Return the variables that hold arrays."""
    return {name: thing for name, thing in variables.items() if isinstance(thing, ArrayValue)}


def _values(given: Iterable[Given]) -> list[ArrayValue]:
    return [each.value for each in given]


def _given(returned: Expression, result: Thing) -> Iterator[Given]:
    if isinstance(result, ArrayValue):
        yield Given(result, returned, None)
    items = result.items if isinstance(result, Row) and not result.is_list else None
    written = returned.items if isinstance(returned, TupleExpr) else None
    if items is None or (written is not None and len(written) != len(items)):
        return
    for place, item in enumerate(items):
        if isinstance(item, ArrayValue):
            yield Given(item, returned if written is None else written[place], place)
