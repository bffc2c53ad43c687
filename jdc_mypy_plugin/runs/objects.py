"""Copies of objects with other fields."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import TypeInfo

from jdc_operations.values import UNKNOWN

from .bounds import DEEPEST
from .classes import parameters_of
from .things import Held, Layer, Object, Row, Table, Thing

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


_COPYING: Final = ("__deepcopy__", "__copy__", "__reduce__", "__getstate__", "__setstate__")


def deep_copy(thing: Thing, machine: Machine) -> Thing:
    """Return a copy of an object, and of all that is in it: what is in it twice is one in the copy too."""
    return _copied(thing, machine, {})


def _copied(thing: Thing, machine: Machine, copies: dict[int, Held], depth: int = 0) -> Thing:
    machine.step()
    if isinstance(thing, Layer):
        copies[id(thing)] = Layer(machine.changes.regions, name=thing.name, made=None if thing.held else thing.made)
    if not isinstance(thing, Held) or id(thing) in copies:
        return copies.get(id(thing), thing)
    if depth > DEEPEST or (isinstance(thing, Object) and thing.info is not None and _copies_itself(thing.info)):
        machine.changes.forget(thing)
        return UNKNOWN
    regions = machine.changes.regions
    if isinstance(thing, Object):
        made = copies[id(thing)] = type(thing)(regions, info=thing.info)
        inside = None if thing.attributes is None else dict(thing.attributes)
        made.attributes = inside and {
            name: _copied(each, machine, copies, depth + 1) for name, each in inside.items()
        }
        return made
    if isinstance(thing, Row):
        row = copies[id(thing)] = Row(regions, is_list=thing.is_list, longest=thing.longest)
        items = thing.items
        row.items = None if items is None else [_copied(each, machine, copies, depth + 1) for each in items]
        return row
    if not isinstance(thing, Table):
        return UNKNOWN
    table = copies[id(thing)] = Table(regions, factory=thing.factory)
    if thing.entries is not None:
        table.entries = {key: _copied(each, machine, copies, depth + 1) for key, each in thing.entries.items()}
    return table


def _copies_itself(info: TypeInfo) -> bool:
    return any(name in base.names for base in info.mro if base.fullname != "builtins.object" for name in _COPYING)
