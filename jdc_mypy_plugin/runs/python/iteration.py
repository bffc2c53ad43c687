"""The items that loops go over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, NamedTuple, cast

from jdc_operations.evaluation import evaluate_index
from jdc_operations.values import UNKNOWN, ArrayValue, Failure, Scalar, Text

from ...evaluate.declared.batched import applied
from ...evaluate.operation_values import in_mode
from ..enums import members_of
from ..thing_values import held_in, lifted
from ..things import SET, Class, Object, Row, Stream, Table, Thing, View, Yielding

if TYPE_CHECKING:
    from ..machine import Machine

MOST: Final = 64
"""Turns beyond which one is taken for any."""


class Iterated(NamedTuple):
    """The items that a loop goes over."""

    items: list[Thing] | None
    """One for each turn; None where it is not known how many there are, or where there are many."""
    item: Thing = UNKNOWN
    """Any of them."""
    is_some: bool = False
    """True if there is one at least."""


def iterated(thing: Thing, machine: Machine) -> Iterated:  # noqa: PLR0911 - one for each kind
    """Return what a loop over a thing gives."""
    thing = own_iterator(held_in(thing), machine)
    if isinstance(thing, Yielding):
        machine.changes.touches.append(thing)
        return _of_generator(thing, machine)
    if isinstance(thing, Class):
        return Iterated(None) if (members := members_of(thing)) is None else _limited([*members], machine)
    if isinstance(thing, Row):
        return _of_row(thing, machine)
    if isinstance(thing, View):
        return _limited(_viewed(thing, machine), machine) if thing.table.entries is not None else Iterated(None)
    if isinstance(thing, Object) and thing.info is not None and not thing.info.is_named_tuple:
        machine.changes.forget(thing)
    if isinstance(thing, Text):
        is_short = thing.value is not None and len(thing.value) <= MOST
        return Iterated([Text(each) for each in thing.value or ""] if is_short else None, Text(), bool(thing.value))
    if isinstance(thing, Stream):
        machine.changes.touches.extend(() if thing.once is None else (thing.once,))
        return Iterated(None, thing.item, thing.is_some)
    if isinstance(thing, Table) and thing.entries is not None:
        return _limited([_key(each) for each in thing.entries], machine)
    if isinstance(thing, Object) and thing.info is not None and thing.info.is_named_tuple:
        return _limited([*(thing.attributes or {}).values()], machine)
    if isinstance(thing, ArrayValue) and thing.shape:
        found = applied(lambda put: evaluate_index(put(thing), Scalar("int")), (thing,))
        row = UNKNOWN if isinstance(found, Failure) else lifted(in_mode(found), frozenset())
        count = thing.shape[0]
        if isinstance(count, int) and count <= MOST:
            return Iterated([row] * count, row, count > 0)
        return Iterated(None, row, isinstance(count, int))
    machine.effects.note()
    return Iterated(None)


def _of_row(row: Row, machine: Machine) -> Iterated:
    machine.changes.touches.extend((row,) if row.is_once else ())
    if row.items is None:
        return Iterated(None, row.item)
    items = list(row.items)
    if row.is_once:
        row.items = None
    return _limited(items, machine)


def own_iterator(thing: Thing, machine: Machine) -> Thing:
    """Return what ``__iter__`` of an object gives, where its class writes that; any other thing as it is."""
    from ..attributes import special  # noqa: PLC0415 - attributes go over things too

    method = special(thing, "__iter__", machine) if isinstance(thing, Object) else None
    if method is None:
        return thing
    made = machine.calls.apply(method, [], {}, None)
    return thing if isinstance(made, Object) else made


def _of_generator(thing: Yielding, machine: Machine) -> Iterated:
    from .generators import collected  # noqa: PLC0415 - generators go over other things

    found = collected(thing, machine) if thing.item is None else Iterated(None)
    return found if found.items is None else _limited(found.items, machine)


def _limited(items: list[Thing], machine: Machine) -> Iterated:
    if len(items) <= MOST:
        return Iterated(items, UNKNOWN, bool(items))
    item = items[0]
    for each in items[1:]:
        item = machine.changes.either(item, each)
    return Iterated(None, item, is_some=True)


def _viewed(view: View, machine: Machine) -> list[Thing]:
    entries, regions = view.table.entries or {}, machine.changes.regions
    if view.name == "values":
        return list(entries.values())
    if view.name == "keys":
        return [_key(each) for each in entries]
    if view.name == SET:
        return [UNKNOWN if len(entries) > 1 else _key(each) for each in entries]
    return [Row(regions, items=[_key(key), each], is_list=False) for key, each in entries.items()]


def _key(key: object) -> Thing:
    if isinstance(key, bool):
        return Scalar("bool", key)
    if isinstance(key, int):
        return Scalar("int", key)
    if isinstance(key, tuple):
        return Row(frozenset(), items=[_key(each) for each in cast("tuple[object, ...]", key)], is_list=False)
    return Text(key) if isinstance(key, str) else UNKNOWN
