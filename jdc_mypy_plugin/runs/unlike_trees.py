"""Two trees that a loop or a branch wants to be one, and whose containers differ for certain."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import TYPE_CHECKING

from jdc_operations.values import NONE, ArrayValue, Scalar, Text

from .bounds import DEEPEST
from .changes import things_in
from .frameworks.by_hand import taken_apart
from .structures import with_keys
from .things import Object, Row, Table, Thing, TrainState
from .trees import is_tree, roles, statics

if TYPE_CHECKING:
    from .machine import Machine

_LEAF = "leaf"
_OBJECT = "object"


def unlike(one: Thing, other: Thing, machine: Machine, depth: int = 0) -> tuple[str, str] | None:
    """Return two parts that stand in one place of two trees and differ, as a message names them.

    Some versions of JAX take objects of two dataclasses with as many fields for one another.
    """
    mine, its = _kind(one, machine), _kind(other, machine)
    if mine is None or its is None or depth > DEEPEST:
        return None
    if mine == its:
        pairs = _pairs(one, other)
        return next((found for a, b in pairs if (found := unlike(a, b, machine, depth + 1)) is not None), None)
    if _OBJECT in (mine[0], its[0]) and mine[0] == its[0]:
        return None
    shown, changed = _words(one), _words(other)
    return (shown, changed) if shown and changed else None


def _kind(thing: Thing, machine: Machine) -> tuple[Hashable, ...] | None:  # noqa: PLR0911 - one for each kind
    """Return what JAX compares of one node of a tree; None of what is not known."""
    if thing is NONE:
        return (None,)
    if isinstance(thing, ArrayValue | Scalar):
        return (_LEAF,)
    if isinstance(thing, TrainState):
        return (TrainState,)
    if isinstance(thing, Row):
        is_known = thing.items is not None and not thing.is_once and thing.longest is None
        return (Row, thing.is_list, len(thing.items)) if is_known and thing.items is not None else None
    if isinstance(thing, Table):
        return None if thing.entries is None or thing.factory else (Table, frozenset(thing.entries))
    if type(thing) is not Object or thing.info is None or taken_apart(thing, machine) is not None:
        return None
    if thing.attributes is None or not is_tree(thing):
        return None
    return (thing.info,) if thing.info.is_named_tuple else (_OBJECT, thing.info)


def _pairs(one: Thing, other: Thing) -> Iterator[tuple[Thing, Thing]]:
    """Yield what stands in one place of two nodes of one kind, but for the static fields."""
    if isinstance(one, Table) and isinstance(other, Table) and one.entries and other.entries:
        yield from ((each, other.entries[key]) for key, each in one.entries.items())
    if isinstance(one, Row) and isinstance(other, Row):
        yield from zip(one.items or (), other.items or (), strict=False)
    if type(one) is Object and type(other) is Object and one.attributes and other.attributes:
        fixed = dict(zip(one.attributes, statics(one) or [False] * len(things_in(one) or ()), strict=False))
        names = [name for name in one.attributes if name in other.attributes and not fixed.get(name, True)]
        yield from ((one.attributes[name], other.attributes[name]) for name in names)


def changed_static(one: Thing, other: Thing) -> str:
    """Return the static field of two objects that is another number or text in each; "" of none."""
    if type(one) is not Object or type(other) is not Object or one.info is not other.info:
        return ""
    if one.attributes is None or other.attributes is None or not is_tree(one):
        return ""
    names = [name for name, role in zip(one.attributes, roles(one), strict=False) if role == "static"]
    pairs = ((name, _said(one.attributes[name]), _said(other.attributes.get(name, NONE))) for name in names)
    return next((name for name, mine, its in pairs if None not in (mine, its) and mine != its), "")


def _said(thing: Thing) -> object:
    """Return the number or the text that a thing is; None of anything else."""
    return thing.value if isinstance(thing, Scalar | Text) else None


def _words(thing: Thing) -> str:
    if thing is NONE:
        return "None"
    return "a TrainState" if isinstance(thing, TrainState) else with_keys(thing) or ""
