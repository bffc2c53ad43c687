"""Copies of objects with other fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from jdc_operations.values import UNKNOWN

from .classes import parameters_of
from .things import DEEPEST, Object, Row, Table, Thing

if TYPE_CHECKING:
    from .machine import Machine


def of_object(owner: Object, name: str, keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``replace`` and the methods of a named tuple give."""
    if owner.attributes is None or name not in ("replace", "_replace"):
        machine.changes.share(owner)
        return UNKNOWN
    if owner.info is not None and owner.info.is_named_tuple:
        return Object(machine.changes.regions, info=owner.info, attributes={**owner.attributes, **keywords})
    return replaced(owner, keywords, machine)


def replaced(owner: Object, keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``dataclasses.replace`` gives: what the constructor makes of the fields."""
    cls = None if owner.info is None else machine.classes.get(owner.info)
    names = None if owner.info is None else parameters_of(owner.info)
    if cls is None or names is None or owner.attributes is None:
        return machine.leave(UNKNOWN, [owner, *keywords.values()])
    kept = {name: each for name, each in owner.attributes.items() if name in names}
    return machine.calls.apply(cls, [], {**kept, **keywords}, None)


def deep_copy(thing: Thing, machine: Machine, depth: int = 0) -> Thing:
    """Return a copy of an object, and of all that is in it."""
    regions = machine.changes.regions
    if depth > DEEPEST:
        return UNKNOWN
    machine.step()
    if isinstance(thing, Object):
        made = None
        if thing.attributes is not None:
            made = {name: deep_copy(each, machine, depth + 1) for name, each in thing.attributes.items()}
        return Object(regions, info=thing.info, attributes=made)
    if isinstance(thing, Row):
        items = None if thing.items is None else [deep_copy(each, machine, depth + 1) for each in thing.items]
        return Row(regions, items=items, is_list=thing.is_list)
    if isinstance(thing, Table):
        entries = None
        if thing.entries is not None:
            entries = {key: deep_copy(each, machine, depth + 1) for key, each in thing.entries.items()}
        return Table(regions, entries=entries)
    return thing
