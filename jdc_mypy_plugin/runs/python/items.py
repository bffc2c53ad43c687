"""Items of lists and tuples, and entries of dicts: what an index gives, and where there is nothing under it."""

from __future__ import annotations

import dataclasses
import functools
from collections.abc import Hashable
from typing import TYPE_CHECKING, Final

from mypy.nodes import Expression

from jdc_operations.evaluation import evaluate_index
from jdc_operations.values import UNKNOWN, Failure, Items, Scalar, SliceValue, Text, Value

from ..structures import shown_key
from ..thing_values import key_of, lifted, plain
from ..things import Initial, Member, Row, Table, Thing
from ..values import is_value
from .containers import added_to

if TYPE_CHECKING:
    from ..machine import Machine

_MOST_NAMED: Final = 6
"""Keys of a dict beyond which a message names none."""


def entry(table: Table, index: Thing, at: Expression, machine: Machine) -> Thing:
    """Return the entry of a dict, which it must have."""
    key = key_of(index if isinstance(index, Member) else lifted(plain(index), frozenset()))
    added_to(table, key, machine)
    entries = table.entries
    if key is not None and entries is not None and key in entries:
        if isinstance(key, str):
            machine.stale.read(table, key, entries[key])
        return entries[key]
    if table.factory is not None:  # an entry more, under a key that is not known
        machine.changes.forget(table)
        return UNKNOWN
    machine.changes.share(table)
    if entries is None:
        return UNKNOWN
    if key is not None:
        return machine.fail(at, _missing(key, [*entries]))
    return _any_of(table, machine) if index is not UNKNOWN else UNKNOWN


def item(row: Row, index: Value, at: Expression, machine: Machine) -> Thing:
    """Return an item of a list, or a part of it."""
    if row.items is None:
        is_part = isinstance(index, SliceValue)
        return Row(machine.changes.regions, items=None, item=row.item) if is_part else row.item
    items = row.items
    place = index.value if isinstance(index, Scalar) else None
    if isinstance(place, int) and not -len(items) <= place < len(items):
        kind = "list" if row.is_list else "tuple"
        count = f"{len(items)} {'item' if len(items) == 1 else 'items'}"
        return machine.fail(at, Failure(f"index {place} is out of range for a {kind} of {count}"))
    found = evaluate_index(Items(tuple(Scalar("int", place) for place in range(len(items))), is_list=True), index)
    if isinstance(found, Scalar) and isinstance(found.value, int):
        return items[found.value]
    if isinstance(found, Items):
        places = [each.value for each in found.items if isinstance(each, Scalar)]
        chosen = [items[each] for each in places if isinstance(each, int)]
        return Row(machine.changes.regions, items=chosen, is_list=row.is_list)
    made = items[0] if items else UNKNOWN
    for each in items[1:]:
        made = machine.changes.either(made, each)
    return made


def part_of_module(variables: Initial, index: Value) -> Initial:
    """Return a collection of what ``init`` of `flax.linen` has made, or a part of one."""
    name = index.value or "" if isinstance(index, Text) else ""
    is_collection = variables.is_whole and not variables.part and bool(name)
    return dataclasses.replace(variables, part=variables.part or name, is_whole=is_collection)


def _any_of(table: Table, machine: Machine) -> Thing:
    """Return an entry of a dict under a key that is not known, where all of them are values."""
    items = list((table.entries or {}).values())
    if not items or not all(map(is_value, items)):
        return UNKNOWN
    return functools.reduce(machine.changes.either, items)


def _missing(key: Hashable, keys: list[Hashable]) -> Failure:
    if not keys:
        return Failure(f"the dict is empty and has no key {shown_key(key)}")
    names = ", ".join(map(shown_key, keys))
    named = f"its keys are {names}" if len(keys) <= _MOST_NAMED else f"it has {len(keys)} others"
    return Failure(f"the dict has no key {shown_key(key)}; {named}")
