"""Things of a run as operands, as truth values and as keys, and the things that they hold."""

from __future__ import annotations

from collections.abc import Hashable, Iterator

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Items, Scalar, Text, Value

from .bounds import DEEPEST, Allowance
from .things import (
    Chain,
    Class,
    Counted,
    Foreign,
    Held,
    Layer,
    Made,
    Member,
    Method,
    Named,
    Object,
    Own,
    Partly,
    Regions,
    Row,
    Stream,
    Table,
    Thing,
    Variable,
    View,
    Yielding,
)


def plain(thing: Thing) -> Value:
    """Return a thing as an operand of an operation on arrays; UNKNOWN of an object, a function or a dict."""
    return _plain(thing, 0, Allowance())


def _plain(thing: Thing, depth: int, allowance: Allowance) -> Value:
    thing = held_in(thing)
    if isinstance(thing, Counted):
        return thing.array
    if isinstance(thing, Row):
        if thing.items is None or depth > DEEPEST:
            return UNKNOWN
        allowance.take()
        return Items(tuple(_plain(each, depth + 1, allowance) for each in thing.items), thing.is_list)
    if isinstance(thing, Held | Own | Made | Partly | Named | Class | Member | Foreign | Method | Stream | View):
        return UNKNOWN
    return thing


def held_in(thing: Thing) -> Thing:
    """Return the array that a variable holds, or the number that a member of an enum is; anything else as it is."""
    if isinstance(thing, Member) and thing.is_value:
        return thing.value
    return (thing.attributes or {}).get("value", UNKNOWN) if isinstance(thing, Variable) else thing


def lifted(value: Value, regions: Regions) -> Thing:
    """Return the result of an operation on arrays as a thing."""
    if isinstance(value, Items):
        return Row(regions, items=[lifted(each, regions) for each in value.items], is_list=value.is_list)
    return value


def inside(thing: Thing) -> Iterator[Thing]:
    """Yield a thing and what its containers and objects hold, at any depth."""
    waiting, seen = [thing], set[int]()
    while waiting:
        part = waiting.pop()
        if id(part) not in seen:
            seen.add(id(part))
            yield part
            waiting.extend(parts(part) if isinstance(part, Held) else ())


def parts(thing: Thing) -> Iterator[Thing]:
    """Yield what a thing holds."""
    if isinstance(thing, Row):
        yield from thing.items or ()
    elif isinstance(thing, Table):
        yield from (thing.entries or {}).values()
        yield from () if thing.factory is None else (thing.factory,)
    elif isinstance(thing, Object):
        yield from (thing.attributes or {}).values()
    elif isinstance(thing, Chain):
        yield from thing.items or ()
    elif isinstance(thing, Layer):
        yield from thing.held.values()
    elif isinstance(thing, Own):
        yield from (() if thing.receiver is None else (thing.receiver,))
        yield from thing.defaults.values()
    elif isinstance(thing, Yielding):
        yield from (thing.callee, *(() if thing.frame is None else thing.frame.variables.values()))
    elif isinstance(thing, Made):
        yield thing.function
    elif isinstance(thing, Partly):
        yield from (thing.function, *thing.arguments, *thing.keywords.values())
    elif isinstance(thing, Method):
        yield thing.receiver
    elif isinstance(thing, Stream):
        yield thing.item
    elif isinstance(thing, View):
        yield thing.table


def truth(thing: Thing) -> bool | None:
    """Return whether a thing counts as true; None where that is not known."""
    if isinstance(thing, Member) and thing.is_value:
        thing = thing.value
    if isinstance(thing, Scalar):
        return bool(thing.value) if isinstance(thing.value, int | float) else None
    if isinstance(thing, Text):
        return None if thing.value is None else bool(thing.value)
    if isinstance(thing, Row):
        return True if thing.is_once else None if thing.items is None else bool(thing.items)
    if isinstance(thing, Table):
        return None if thing.entries is None else bool(thing.entries)
    if isinstance(thing, Own | Made | Class | Member):
        return True
    return False if is_none(thing) else None


def is_none(thing: Thing) -> bool | None:
    """Return whether a thing is None; None where that is not known."""
    if thing is NONE:
        return True
    known = Held | Own | Made | Class | Member | View | ArrayValue | Scalar | Text | Items
    return False if isinstance(thing, known) else None


def key_of(thing: Thing) -> Hashable:
    """Return the key of a dict that a thing is; None where it is not known."""
    if isinstance(thing, Member):
        return key_of(thing.value) if thing.is_value else thing
    if isinstance(thing, Scalar):
        return thing.value if isinstance(thing.value, int | float) else None
    if isinstance(thing, Text):
        return thing.value
    if isinstance(thing, Row) and not thing.is_list and thing.items is not None:
        keys = tuple(map(key_of, thing.items))
        return None if None in keys else keys
    return None
