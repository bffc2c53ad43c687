"""Functions of libraries on arrays."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import CallExpr, Expression, MemberExpr

from jdc_operations.evaluation import evaluate, evaluate_method
from jdc_operations.values import UNKNOWN, ArrayValue, AtView, Failure, Items, Scalar, Value

from ..evaluate.declared.batched import applied
from ..evaluate.operation_values import in_mode
from ..evaluate.substitution import put_into
from .frameworks.keys import keys_of, several
from .thing_values import lifted, plain
from .things import Row, Thing
from .tracers import NUMBER, need

if TYPE_CHECKING:
    from .machine import Machine


_COUNTS: Final = (1, 2, 3)
"""Numbers of items that are tried for a list of unknown length."""


def _of_lists(name: str, given: Sequence[Thing], keywords: Mapping[str, Value], machine: Machine) -> Thing | None:
    """Return what a function gives of lists of unknown length: what holds for one item and for more."""
    made = [_of_items(name, [_with_items(each, count) for each in given], keywords) for count in _COUNTS]
    joined = functools.reduce(machine.changes.either, made)
    return joined if isinstance(joined, ArrayValue) else None


def _of_items(name: str, positional: Sequence[Value], keywords: Mapping[str, Value]) -> Thing:
    operands = (*positional, *keywords.values())
    found = applied(lambda put: evaluate(name, *put_into(put, positional, keywords)), operands)
    return UNKNOWN if isinstance(found, Failure) else lifted(in_mode(found), frozenset())


def _with_items(thing: Thing, count: int) -> Value:
    is_open = isinstance(thing, Row) and thing.item is not UNKNOWN
    return Items((plain(thing.item),) * count, is_list=True) if is_open and isinstance(thing, Row) else plain(thing)


def of_arrays(
    name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression, machine: Machine
) -> Thing | None:
    """Return what a function on arrays gives; None where that is not known."""
    positional, named = [plain(each) for each in given], {key: plain(each) for key, each in keywords.items()}
    too_many = several(name, positional, named)
    if too_many is not None:
        return machine.fail(at, too_many)
    if any(isinstance(each, Row) and each.item is not UNKNOWN for each in given):
        return _of_lists(name, given, named, machine)
    operands = (*positional, *named.values())
    found = applied(lambda put: evaluate(name, *put_into(put, positional, named)), operands)
    if found is UNKNOWN:
        return None
    if name == "jax.random.split" and isinstance(found, ArrayValue) and found.shape is None:
        made: Thing = keys_of(found, named.get("num", positional[1] if len(positional) > 1 else Scalar("int", 2)))
    else:
        made = machine.expressions.result(at, found)
    return machine.tracers.result(made, [*given, *keywords.values()], name)


def of_method(  # noqa: PLR0913 - all is asked for
    receiver: ArrayValue | AtView,
    name: str,
    given: Sequence[Thing],
    keywords: Mapping[str, Thing],
    *,
    at: Expression,
    machine: Machine,
) -> Thing:
    """Return what a method of an array gives."""
    if isinstance(at, CallExpr) and isinstance(at.callee, MemberExpr) and name in ("item", "tolist"):
        need(f".{name}()", at.callee.expr, receiver, NUMBER, machine)
    positional, named = [plain(each) for each in given], {key: plain(each) for key, each in keywords.items()}
    found = applied(
        lambda put: evaluate_method(put(receiver), name, *put_into(put, positional, named)),
        (receiver, *positional, *named.values()),
    )
    made = machine.expressions.result(at, found)
    return machine.tracers.result(made, [receiver, *given, *keywords.values()])
