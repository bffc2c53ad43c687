"""How variables and objects change: for certain, or in a part of the run that may not come about."""

from __future__ import annotations

import dataclasses
import itertools
from collections.abc import Callable, Generator, Hashable, Iterable, Mapping
from contextlib import contextmanager
from typing import Final

from mypy.nodes import TypeInfo

from jdc_operations.values import UNKNOWN, ArrayValue, Scalar, Text

from ..model.classes import pytree_bases
from .bounds import DEEPEST, Allowance
from .frameworks.keys import joined_shape
from .frameworks.linen import is_linen
from .reach import Reach
from .thing_values import parts
from .things import Class, Frame, Held, Layer, Object, Regions, Row, Table, Thing, Yielding
from .values import another_like, is_value

_MOST_JOINS: Final = 50_000
"""Things of two sides that are put together, beyond which a run is left alone."""

_MOST_VISITS: Final = 100_000
"""Things that are looked at to forget what they reach, beyond which a run is left alone."""


class Changes:
    """Writes into variables and objects, and what is known where the run comes from two sides."""

    def __init__(self) -> None:
        self.regions: Regions = frozenset()
        """The parts of the run that are under way and may not come about."""
        self.is_silent = False
        """True where what raises is no mistake for certain."""
        self.choices: int | None = 0
        """The branches and loops under way that may not come about; None in other parts of that kind."""
        self._numbers = itertools.count()
        self.reach = Reach()
        self._joins = Allowance(_MOST_JOINS)
        self._visits = Allowance(_MOST_VISITS)
        self._unequal = 0
        """How many parts of things that were put together told less than the first of them."""
        self.losses = list[int]()
        """The writes that have made less known of something: the number of what it is of, -1 of a variable."""
        self.assigned = frozenset[str]()
        """Attributes that statements of the module write to, but those of ``self``."""
        self.touched = set[Held]()
        """The objects, lists and dicts that have been written to."""
        self.on_bound: Callable[[Frame | Object, str], None] = lambda owner, name: None  # noqa: ARG005 - nobody asks yet
        """The function that is told of each variable and attribute that is given a value."""
        self.touches = list[Held]()
        """The same, once for each write, one after the other."""

    @contextmanager
    def perhaps(self, *, is_meant: bool = False, is_chosen: bool = False) -> Generator[None]:
        """Follow a part of the run that may not come about.

        ``is_meant`` of one that is a mistake where it raises, ``is_chosen`` of a branch or a loop of the program.
        """
        before, was_silent, former = self.regions, self.is_silent, self.choices
        self.regions = before | {next(self._numbers)}
        self.is_silent = was_silent or not is_meant
        if not is_meant:
            self.choices = former + 1 if is_chosen and former is not None else None
        try:
            yield
        finally:
            self.regions, self.is_silent, self.choices = before, was_silent, former

    @contextmanager
    def anew(self) -> Generator[None]:
        """Follow a part of the run that has come about before, and in which nothing raises."""
        before, was_silent, former = self.regions, self.is_silent, self.choices
        self.regions, self.is_silent, self.choices = frozenset(), True, None
        try:
            yield
        finally:
            self.regions, self.is_silent, self.choices = before, was_silent, former

    def lost_since(self, before: int, first: int) -> bool:
        """Return whether writes behind the first ones made less known of a variable or of what was made before."""
        return any(number < first for number in self.losses[before:])

    def is_certain(self, regions: Regions) -> bool:
        """Return whether a write is certain once what it writes to has been made."""
        return self.regions <= regions

    def bind(self, frame: Frame, variable: str, thing: Thing) -> None:
        """Give a variable a value."""
        self.on_bound(frame, variable)
        former = frame.variables.get(variable)
        if former is None or self.is_certain(frame.regions):
            frame.variables[variable] = thing
        else:
            frame.variables[variable] = self._joined(former, thing)

    def put(self, table: dict[Hashable, Thing] | dict[str, Thing], key: Hashable, thing: Thing, of: Held) -> None:
        """Give an entry of a dict, or an attribute of an object, a value."""
        self.touch(of)
        if isinstance(of, Object):
            self.on_bound(of, str(key))
        held: dict[Hashable, Thing] = table  # type: ignore[assignment]
        if self.is_certain(of.regions):
            held[key] = thing
        elif key in held:
            held[key] = self._joined(held[key], thing)
        else:
            self.forget(of)
            self.forget(thing)

    def put_item(self, row: Row, place: int, thing: Thing) -> None:
        """Give an item of a list a value."""
        self.touch(row)
        if row.items is not None:
            row.items[place] = thing if self.is_certain(row.regions) else self._joined(row.items[place], thing)

    def resize(self, row: Row, items: list[Thing] | None) -> None:
        """Give a list other items."""
        self.touch(row)
        if items is not None and self.is_certain(row.regions):
            row.items = items if row.longest is None else items[max(len(items) - row.longest, 0) :]
        elif items and row.is_list and all(map(is_value, items)):
            self.widen(row, items)
        else:
            self.forget(row)
            for each in items or ():
                self.forget(each)

    def refill(self, table: Table, entries: dict[Hashable, Thing]) -> None:
        """Give a dict other entries, for certain."""
        self.touch(table)
        table.entries = entries

    def widen(self, row: Row, things: Iterable[Thing]) -> None:
        """Let a list hold an unknown number of its items and of others."""
        self.touch(row)
        items = [*(row.items or ())] if row.item is UNKNOWN else [row.item]
        items.extend(things)
        former, item = row.item, items[0]
        for each in items[1:]:
            item = self.either(item, each)
        item = item if is_value(item) else UNKNOWN
        if row.items is not None or item != former:
            self.losses.append(row.number)
        row.items, row.item = None, item

    def touch(self, held: Held) -> None:
        """Take note of a write to something."""
        self.touched.add(held)
        self.touches.append(held)
        for other in held.others:
            self.forget(other)

    def forget(self, *things: Thing) -> None:
        """Know nothing any more of what somebody else may have changed, and of all that can be reached from it."""
        waiting, seen = [*things], set[int]()
        while waiting:
            part = waiting.pop()
            if id(part) in seen:
                continue
            seen.add(id(part))
            self._visits.take()
            waiting.extend(self.reach.of(part))
            if isinstance(part, Class):
                part.attributes.update(dict.fromkeys(self.assigned & part.attributes.keys(), UNKNOWN))
            if isinstance(part, Held):
                waiting.extend(part.others)
                self._forget(part)

    def share(self, thing: Thing) -> None:
        """Know nothing any more of what is in a thing, which somebody else has got hold of."""
        for each in parts(thing):
            if isinstance(each, Held):
                self.forget(each)

    def _forget(self, held: Held) -> None:
        self.touched.add(held)
        self.touches.append(held)
        if isinstance(held, Row) and held.is_list and (held.items is not None or held.item is not UNKNOWN):
            self.losses.append(held.number)
            held.items, held.item = None, UNKNOWN
        elif isinstance(held, Table) and held.entries is not None:
            self.losses.append(held.number)
            held.entries = None
        elif isinstance(held, Object) and held.attributes is not None and not _is_tuple(held):
            self.losses.append(held.number)
            held.attributes = None
        elif isinstance(held, Yielding):
            held.frame = held.item = None
        elif isinstance(held, Layer) and held.made is not None and not held.name.startswith("equinox."):
            self.losses.append(held.number)
            held.made = None

    def _joined(self, former: Thing, thing: Thing) -> Thing:
        """Return what a variable or an item holds that may have been given another value."""
        made = self.either(former, thing)
        self.losses.extend(() if made == former else (-1,))
        return made

    def either(self, one: Thing, other: Thing, depth: int = 0) -> Thing:
        """Return what is known of a thing that is one of two."""
        self._joins.take()
        if one is other:
            return one
        if not isinstance(one, Held) and one == other:
            return another_like(one)
        if isinstance(one, Held) and isinstance(other, Held) and depth < DEEPEST:
            made = self._either_held(one, other, depth) or self._either_list(one, other)
            if made is not None:
                return made
        value = _value_of(one, other)
        self._unequal += value != one
        if value is UNKNOWN:
            self.forget(one)  # it may be changed as what nobody knows
            self.forget(other)
        return value

    def _either_list(self, one: Held, other: Held) -> Thing | None:
        """Return a list that is one of two with other numbers of items; None where one holds more than values."""
        if not isinstance(one, Row) or not isinstance(other, Row) or not one.is_list or not other.is_list:
            return None
        mine, its = ([*(each.items or ()), each.item] for each in (one, other))
        held = [[each for each in things if each is not UNKNOWN] for things in (mine, its)]
        is_known = all(each.items is not None or each.item is not UNKNOWN for each in (one, other))
        if not is_known or one.longest != other.longest or not all(map(is_value, (*held[0], *held[1]))):
            return None
        self._unequal += 1
        made = Row(self.regions, [one, other], None, longest=one.longest)
        whole = [*held[0], *held[1]]
        item = whole[0] if whole else UNKNOWN
        for each in whole[1:]:
            item = self.either(item, each)
        made.item = item if is_value(item) else UNKNOWN
        one.others.append(made)
        other.others.append(made)
        return made

    def _either_held(self, one: Held, other: Held, depth: int) -> Thing | None:
        """Return what is one of two things that change; None where they are of different kinds."""
        mine, its = _entries(one), _entries(other)
        if type(one) is not type(other) or mine is None or its is None or list(mine) != list(its):
            return None
        if isinstance(one, Row) and isinstance(other, Row) and one.is_list is not other.is_list:
            return None
        if isinstance(one, Object) and isinstance(other, Object) and one.info is not other.info:
            return None
        before = self._unequal
        joined = {key: self.either(mine[key], its[key], depth + 1) for key in mine}
        if self._unequal == before:
            one.others.append(other)
            other.others.append(one)
            return one
        return _like(one, joined, self.regions, [one, other])


def _value_of(one: Thing, other: Thing) -> Thing:
    """Return what is known of an array, a number or a text that is one of two."""
    if isinstance(one, ArrayValue) and isinstance(other, ArrayValue) and one.library == other.library:
        return _array_of(one, other)
    if isinstance(one, Scalar) and isinstance(other, Scalar) and one.kind == other.kind:
        return Scalar(one.kind)
    return Text() if isinstance(one, Text) and isinstance(other, Text) else UNKNOWN


def _array_of(one: ArrayValue, other: ArrayValue) -> ArrayValue:
    shape = joined_shape(one.shape, other.shape)
    dtype = one.dtype if one.dtype == other.dtype else None
    weak = one.weak if one.weak == other.weak else None
    return dataclasses.replace(one, shape=shape, dtype=dtype, weak=weak)


def _is_tuple(held: Object) -> bool:
    """Return whether nothing changes an object: a named tuple, a frozen dataclass, or a module of `flax.linen`."""
    info = held.info
    return info is not None and (info.is_named_tuple or is_linen(info) or _is_frozen(info))


def _is_frozen(info: TypeInfo) -> bool:
    """Return whether a class is a frozen dataclass and no pytree, of which there may be copies that change.

    Whoever writes ``__post_init__`` may get around that.
    """
    is_frozen = bool(info.metadata.get("dataclass", {}).get("frozen")) and info.get("__post_init__") is None
    return is_frozen and not any(True for _ in pytree_bases(info))


def _entries(held: Held) -> Mapping[Hashable, Thing] | None:
    if isinstance(held, Row):
        return None if held.items is None else dict(enumerate(held.items))
    if isinstance(held, Table):
        return held.entries
    if isinstance(held, Object) and held.attributes is not None:
        return {name: each for name, each in held.attributes.items()}  # noqa: C416 - keys of another type
    return None


def _like(held: Held, entries: Mapping[Hashable, Thing], regions: Regions, others: list[Held]) -> Held:
    if isinstance(held, Row):
        return Row(regions, others, list(entries.values()), held.is_list, longest=held.longest)
    if isinstance(held, Table):
        return Table(regions, others, dict(entries), held.factory, held.is_ordered)
    assert isinstance(held, Object)
    return type(held)(regions, others, held.info, {str(name): each for name, each in entries.items()})


def copied(held: Held, things: Iterable[Thing], regions: Regions) -> Held:
    """Return a new container of the kind of another, with other things in it, in the order of its own."""
    entries = _entries(held)
    assert entries is not None
    return _like(held, dict(zip(entries, things, strict=True)), regions, [])


def things_in(held: Held) -> list[Thing] | None:
    """Return what a container holds, in its order; None where that is not known."""
    entries = _entries(held)
    return None if entries is None else list(entries.values())
