"""Copies of objects with other fields."""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Final

from mypy.nodes import TypeInfo

from jdc_operations.values import UNKNOWN, Text

from ..model.classes import model_of, pytree_bases
from .bounds import DEEPEST
from .classes import parameters_of
from .replaced_fields import judge_fields
from .thing_values import parts
from .things import Class, Facts, Held, Layer, Object, Row, Table, Thing

if TYPE_CHECKING:
    from .machine import Machine


def of_object(owner: Object, name: str, keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``replace`` and the methods of a named tuple give."""
    if owner.attributes is None or name not in ("replace", "_replace"):
        machine.changes.share(owner)
        return UNKNOWN
    judge_fields(owner, keywords, machine)
    if owner.info is not None and owner.info.is_named_tuple:
        return Object(machine.changes.regions, info=owner.info, attributes={**owner.attributes, **keywords})
    base = None if owner.info is None else next(pytree_bases(owner.info), None)
    model = None if base is None else model_of(base)
    if model is not None and not model.facts.is_dataclass:  # its replace copies the object and runs no constructor
        return Object(machine.changes.regions, info=owner.info, attributes={**owner.attributes, **keywords})
    if model is None and owner.info is not None and owner.info.fallback_to_any:
        return machine.leave(UNKNOWN, [owner, *keywords.values()])
    return replaced(owner, keywords, machine)


def replaced(owner: Object, keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``dataclasses.replace`` gives: what the constructor makes of the fields."""
    cls = None if owner.info is None else machine.classes.get(owner.info)
    names = None if owner.info is None else parameters_of(owner.info)
    if cls is None or names is None or owner.attributes is None:
        return machine.leave(UNKNOWN, [owner, *keywords.values()])
    kept = {name: each for name, each in owner.attributes.items() if name in names}
    return machine.calls.apply(cls, [], {**kept, **keywords}, machine.call if machine.is_at_home else None)


def fields_of(thing: Thing, machine: Machine) -> Thing:
    """Return what ``dataclasses.fields(x)`` gives of a class or an object: the name and the default of each field."""
    names = _field_names(thing, machine)
    if names is None:
        return UNKNOWN
    regions = machine.changes.regions
    info = thing.info if isinstance(thing, Object | Class) else None
    items: list[Thing] = [
        Facts(regions, attributes={"name": Text(name), "default": _default_of(info, name, machine)}) for name in names
    ]
    return Row(regions, items=items, is_list=False)


def attributes_of(owner: Object, machine: Machine) -> Thing:
    """Return what ``vars(x)`` gives: a dict of the attributes, which are not known any more once it is changed."""
    if owner.attributes is None:
        return UNKNOWN
    entries: dict[Hashable, Thing] = {name: each for name, each in owner.attributes.items()}  # noqa: C416 - keys of another type
    made = Table(machine.changes.regions, [owner], entries)
    owner.others.append(made)
    return made


def _default_of(info: TypeInfo | None, name: str, machine: Machine) -> Thing:
    for base in () if info is None else info.mro:
        cls = machine.classes.get(base)
        if cls is not None and name in cls.factories:
            return UNKNOWN
        if cls is not None and name in cls.defaults:
            return cls.defaults[name]
    return UNKNOWN


def as_dict(thing: Thing, machine: Machine, depth: int = 0) -> Thing:
    """Return what ``dataclasses.asdict(x)`` gives: dicts in the place of objects, and copies of what is in them."""
    names = _field_names(thing, machine)
    if names is not None and isinstance(thing, Object) and thing.attributes is not None and depth < DEEPEST:
        held = thing.attributes
        entries: dict[Hashable, Thing] = {
            name: as_dict(held.get(name, UNKNOWN), machine, depth + 1) for name in names
        }
        return Table(machine.changes.regions, entries=entries)
    return UNKNOWN if _holds_objects(thing) else deep_copy(thing, machine)


def _holds_objects(thing: Thing) -> bool:
    inside = list(parts(thing)) if isinstance(thing, Row | Table) else []
    return isinstance(thing, Object) or any(map(_holds_objects, inside))


def _field_names(thing: Thing, machine: Machine) -> list[str] | None:
    """Return the names of the fields of a dataclass that nobody has changed; None of anything else."""
    info = thing.info if isinstance(thing, Object | Class) else None
    if info is None or info not in machine.classes or info.is_named_tuple:
        return None
    base = next(pytree_bases(info), None)
    model = None if base is None else model_of(base)
    inherited = [] if model is None else list(model.fields)
    has_own = base is not info and "dataclass" in info.metadata
    attributes = info.metadata["dataclass"]["attributes"] if has_own else ()
    own = [str(each["name"]) for each in attributes if not each["is_init_var"]]
    return list(dict.fromkeys((*inherited, *own))) or None


_OF_NNX: Final = "flax.nnx."
"""How the names of the classes of `flax.nnx` begin, whose copies hold what the object holds."""
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
    table = copies[id(thing)] = Table(regions, factory=thing.factory, is_ordered=thing.is_ordered)
    if thing.entries is not None:
        table.entries = {key: _copied(each, machine, copies, depth + 1) for key, each in thing.entries.items()}
    return table


def _copies_itself(info: TypeInfo) -> bool:
    own = [base for base in info.mro if base.fullname != "builtins.object" and not base.fullname.startswith(_OF_NNX)]
    return any(name in base.names for base in own for name in _COPYING)
