"""``iter`` and ``next``."""

from __future__ import annotations

import functools
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from jdc_operations.values import UNKNOWN

from ..thing_values import held_in, key_of
from ..things import Held, Named, Row, Stream, Thing, Yielding
from ..values import is_value
from .generators import collected
from .iteration import MOST, Iterated, iterated, own_iterator

if TYPE_CHECKING:
    from ..machine import Machine


def iterator_of(thing: Thing, machine: Machine) -> Thing:
    """Return what ``iter(x)`` gives."""
    if isinstance(thing, Yielding):
        return thing
    if isinstance(thing, Stream):
        return Stream(thing.item, thing.is_some, thing.once or Row(machine.changes.regions))
    items = iterated(thing, machine).items
    if items is None:
        machine.changes.share(thing)
        return UNKNOWN
    return Row(machine.changes.regions, items=items, is_list=False, is_once=True)


def islice_of(given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``itertools.islice(x, 3)`` goes over."""
    count = key_of(given[1]) if len(given) == 2 else None
    if not isinstance(count, int):
        return machine.leave(Named("itertools.islice"), [*given])
    if isinstance(given[0], Stream):
        return Stream(given[0].item, is_some=False, once=given[0].once or Row(machine.changes.regions))
    if isinstance(given[0], Yielding):
        return _first_of(given[0], count, machine)
    items = iterated(given[0], machine).items
    if items is None:
        return UNKNOWN
    return Row(machine.changes.regions, items=items[:count], is_list=False, is_once=True)


def _first_of(made: Yielding, count: int, machine: Machine) -> Thing:
    """Return the first items of a generator, which may have no end."""
    if made.item is not None or count > MOST:
        return Stream(_of_generator(made, machine), is_some=False)
    items = collected(made, machine, count).items
    if items is None:
        return UNKNOWN
    return Row(machine.changes.regions, items=items[:count], is_list=False, is_once=True)


def zipped(given: Sequence[Thing], machine: Machine) -> list[Iterated]:
    """Return what ``zip`` goes over; of a generator, which may have no end, as many items as the others have."""
    things = [own_iterator(held_in(each), machine) for each in given]
    found = [None if isinstance(each, Yielding) else iterated(each, machine) for each in things]
    counts = [len(each.items) for each in found if each is not None and each.items is not None]

    def taken(thing: Thing) -> Iterated:
        if not isinstance(thing, Yielding) or thing.item is not None or not counts:
            return iterated(thing, machine)
        return collected(thing, machine, min(counts))

    return [taken(thing) if each is None else each for thing, each in zip(things, found, strict=True)]


def sampled(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``random.sample(x, 3)`` and ``random.choices(x, k=3)`` choose of a list of values."""
    from_list, count = given[0] if given else UNKNOWN, key_of(keywords.get("k", given[-1] if given else UNKNOWN))
    items = [*(from_list.items or (from_list.item,))] if isinstance(from_list, Row) else []
    if not items or not all(map(is_value, items)) or not isinstance(count, int) or len(given) + len(keywords) != 2:
        return machine.leave(Named("random.sample"), [*given, *keywords.values()])
    item = functools.reduce(machine.changes.either, items)
    row = Row(machine.changes.regions, items=[item] * count if count <= MOST else None)
    row.item = item if count > MOST and is_value(item) else UNKNOWN
    return row


def next_of(thing: Thing, machine: Machine) -> Thing | None:
    """Return what ``next(x)`` takes of an iterator; None where it is none that is known."""
    if isinstance(thing, Yielding):
        return _of_generator(thing, machine)
    if not isinstance(thing, Row) or not thing.is_once or not thing.items:
        return None
    items, thing.items = thing.items, None
    if not machine.changes.is_certain(thing.regions):
        machine.changes.forget(*items)
        return UNKNOWN
    thing.items = items[1:]
    return items[0]


def _of_generator(made: Yielding, machine: Machine) -> Thing:
    if made.item is None:
        made.item = collected(made, machine)
    over = made.item
    item = over.items[0] if over.items else over.item
    for each in (over.items or ())[1:]:
        item = machine.changes.either(item, each)
    if isinstance(item, Held) and not _is_of_values(item):
        machine.changes.forget(item)
        return UNKNOWN
    return item


def _is_of_values(held: Held) -> bool:
    """Return whether something is a tuple of arrays and numbers, which nothing changes."""
    items = held.items if isinstance(held, Row) and not held.is_list else None
    return items is not None and not any(isinstance(each, Held) for each in items)
