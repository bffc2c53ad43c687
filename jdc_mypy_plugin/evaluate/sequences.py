"""Lists and tuples that operators and comprehensions make: ``[x] * 3``, ``[f(x) for _ in range(3)]``."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final

from mypy.nodes import Expression, GeneratorExpr, IntExpr, ListExpr, TupleExpr

from jdc_operations.values import UNKNOWN, Items, Scalar, Value

from .calls.python_calls import length_of

_LONGEST: Final = 256
"""Items beyond which a list is taken for unknown."""


def joined(operator: str, operands: Sequence[Value], parts: Sequence[Expression]) -> Items | None:
    """Return what ``*`` with a number and ``+`` make of lists or tuples; None of anything else.

    Lists inside of them count where all is written out here, so that they have no other name.
    """
    is_new = all(isinstance(part, ListExpr | TupleExpr | IntExpr) for part in parts)
    if len(operands) != 2 or (not is_new and any(map(_holds_lists, operands))):
        return None
    one, other = operands
    if operator == "+" and isinstance(one, Items) and isinstance(other, Items) and one.is_list is other.is_list:
        return _limited(one, (*one.items, *other.items))
    if operator == "*" and isinstance(one, Scalar):
        one, other = other, one
    if operator != "*" or not isinstance(one, Items) or not isinstance(other, Scalar):
        return None
    times = other.value
    if not isinstance(times, int) or times * len(one.items) > _LONGEST:
        return None
    return Items(one.items * times, one.is_list)


def _limited(like: Items, items: tuple[Value, ...]) -> Items | None:
    return None if len(items) > _LONGEST else Items(items, like.is_list)


def repeated(
    comprehension: GeneratorExpr, read: Callable[[Expression], Value], keys: Callable[[Expression], int | None]
) -> Value:
    """Return the list of ``[f(x) for _ in range(3)]``, of whose items one says what all are.

    ``keys`` tells how many random keys an expression makes.
    """
    if len(comprehension.sequences) != 1 or comprehension.condlists[0]:
        return UNKNOWN
    times = length_of(comprehension.sequences[0], read, keys)
    if times is None or not 0 < times <= _LONGEST:
        return UNKNOWN
    item = read(comprehension.left_expr)
    return UNKNOWN if isinstance(item, Items) and item.is_list else Items((item,) * times, is_list=True)


def spread(
    written: Iterable[tuple[Expression, bool]], read: Callable[[Expression], Value]
) -> tuple[Value, ...] | None:
    """Return the values of expressions, and the items of those marked as unpacked; None where these are unknown."""
    values: list[Value] = []
    for part, is_unpacked in written:
        value = read(part)
        if not is_unpacked:
            values.append(value)
        elif isinstance(value, Items):
            values.extend(value.items)
        else:
            return None
    return tuple(values)


def without_lists(items: Items) -> Items:
    """Return a tuple that a name stands for: whoever has it may have changed the lists in it."""
    return Items(tuple(unless_list(each) for each in items.items), items.is_list)


def unless_list(value: Value) -> Value:
    """Return what is not a list as it is, and no lists inside."""
    if not isinstance(value, Items):
        return value
    return UNKNOWN if value.is_list else without_lists(value)


def _holds_lists(value: Value) -> bool:
    """Return whether somebody may change an item in its place."""
    return isinstance(value, Items) and any(isinstance(each, Items) and each.is_list for each in value.items)
