"""Functions of `itertools` whose items are known where those of their arguments are."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jdc_operations.values import NONE, UNKNOWN

from ..thing_values import key_of
from ..things import Named, Row, Stream, Thing
from .iteration import MOST, iterated

if TYPE_CHECKING:
    from mypy.nodes import Expression

    from ..machine import Machine


def pairwise(given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``itertools.pairwise(x)`` goes over."""
    items = iterated(given[0], machine).items if len(given) == 1 else None
    if items is None:
        return UNKNOWN
    regions = machine.changes.regions
    pairs = [Row(regions, items=[*each], is_list=False) for each in itertools.pairwise(items)]
    return Row(regions, items=[*pairs], is_list=False, is_once=True)


def combined(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``itertools.product(x, y)`` goes over."""
    found = [iterated(each, machine).items for each in given]
    known = [each for each in found if each is not None]
    if keywords or len(known) < len(found) or math.prod(map(len, known)) > MOST:
        return machine.leave(Named("itertools.product"), [*given, *keywords.values()])
    regions = machine.changes.regions
    rows = [Row(regions, items=[*each], is_list=False) for each in itertools.product(*known)]
    return Row(regions, items=[*rows], is_list=False, is_once=True)


def repeated(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``itertools.repeat(x, 3)`` goes over."""
    arguments = [*given, *keywords.values()]
    count = key_of(arguments[1]) if len(arguments) == 2 else None
    if not isinstance(count, int):
        return Stream(arguments[0], is_some=len(arguments) == 1) if arguments else UNKNOWN
    return _once([arguments[0]] * max(count, 0), machine) if count <= MOST else Stream(arguments[0], is_some=True)


def chained(given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``itertools.chain(x, y)`` goes over."""
    found = [iterated(each, machine).items for each in given]
    if any(items is None for items in found):
        return machine.leave(Named("itertools.chain"), [*given])
    return _once([each for items in found for each in items or ()], machine)


def chained_items(given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``itertools.chain.from_iterable(x)`` goes over."""
    items = iterated(given[0], machine).items if len(given) == 1 else None
    return machine.leave(Named("itertools.chain"), [*given]) if items is None else chained(items, machine)


def accumulated(
    given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what ``itertools.accumulate(x)`` goes over."""
    items = iterated(given[0], machine).items if given else None
    function = given[1] if len(given) > 1 else keywords.get("func", NONE)
    first = keywords.get("initial", NONE)
    if items is None or at is None or len(items) > MOST:
        return machine.leave(Named("itertools.accumulate"), [*given, *keywords.values()])
    totals: list[Thing] = [] if first is NONE else [first]
    for each in items:
        if not totals:
            totals.append(each)
        elif function is NONE:
            totals.append(machine.operators.operated(at, "+", totals[-1], each))
        else:
            totals.append(machine.calls.apply(function, [totals[-1], each], {}, at))
    return _once(totals, machine)


def zipped_to_longest(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``itertools.zip_longest(x, y)`` goes over."""
    found = [iterated(each, machine).items for each in given]
    known = [items for items in found if items is not None]
    if len(known) < len(found):
        return machine.leave(Named("itertools.zip_longest"), [*given, *keywords.values()])
    rows = itertools.zip_longest(*known, fillvalue=keywords.get("fillvalue", NONE))
    return _once([Row(machine.changes.regions, items=[*each], is_list=False) for each in rows], machine)


def _once(items: list[Thing], machine: Machine) -> Row:
    return Row(machine.changes.regions, items=items, is_list=False, is_once=True)
