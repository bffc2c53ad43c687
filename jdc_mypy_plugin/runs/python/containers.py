"""Lists and dicts, and how they change."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from mypy.nodes import EllipsisExpr, IndexExpr

from jdc_operations.evaluation import evaluate_assignment, evaluate_index
from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Items, Scalar, Value
from jdc_spec.rules import FROZEN

from ...evaluate.declared.batched import applied
from ...evaluate.operands import index_value
from ..changes import things_in
from ..refusal import Refusal
from ..thing_values import held_in, key_of, lifted, plain
from ..things import SET, Frame, Initial, Object, Row, Table, Thing, Variable, View
from ..untyped import is_of_any
from ..values import is_value
from .iteration import iterated

if TYPE_CHECKING:
    from ..machine import Machine

_READING: Final = ("index", "count")
_OF_ANY_LENGTH: Final = ("append", "appendleft", "pop", "popleft")
"""Methods of lists of an unknown number of values."""


def stored(target: IndexExpr, thing: Thing, frame: Frame, machine: Machine) -> None:  # noqa: PLR0912 - one for each kind
    """Give an item of a list, a dict or an array a value."""
    base = machine.expressions.value(target.base, frame)
    index = index_value(target.index, lambda each: machine.expressions.operand(each, frame))
    changes = machine.changes
    if not isinstance(base, Row | Table) or things_in(base) is None:
        machine.effects.note()
    if isinstance(base, Variable) and base.attributes is not None:
        if isinstance(target.index, EllipsisExpr) and not isinstance(held_in(base), ArrayValue):
            changes.put(base.attributes, "value", held_in(thing), base)
    elif isinstance(base, Row) and base.items is not None:
        place = index.value if isinstance(index, Scalar) else None
        if isinstance(place, int) and -len(base.items) <= place < len(base.items):
            changes.put_item(base, place, thing)
        else:
            _replace_part(base, index, thing, machine)
    elif isinstance(base, Table) and base.entries is not None:
        key = key_of(lifted(index, frozenset()))
        if key is None:
            changes.forget(base)
            changes.forget(thing)
        else:
            changes.put(base.entries, key, thing, base)
    elif isinstance(base, ArrayValue) and base.library == "numpy":
        given = plain(thing)
        found = applied(
            lambda put: evaluate_assignment(put(base), put(index), put(given)) or UNKNOWN, (base, index, given)
        )
        machine.expressions.result(target, found)
    elif isinstance(base, ArrayValue) and base.library == "jax":
        reason = "an item of an array is assigned, and JAX raises a TypeError; use .at[...].set(...)"
        machine.refuse(target, reason, Refusal(FROZEN, is_open=is_of_any(target, machine)))
        changes.forget(thing)
    else:
        if isinstance(base, Object | Row):
            changes.forget(base)
        if isinstance(base, Initial):
            machine.parameter_sizes.stop()
        changes.forget(thing)


def set_of(items: Sequence[Thing], machine: Machine) -> Thing:
    """Return a set: the keys of a dict, in an order that is not known; UNKNOWN of what is no number and no text."""
    keys = [key_of(each) for each in items]
    if None in keys:
        machine.changes.forget(*items)
        return UNKNOWN
    entries: dict[Hashable, Thing] = dict(zip(keys, items, strict=True))
    return View(Table(machine.changes.regions, entries=entries), SET)


def added_to(table: Table, key: Hashable, machine: Machine) -> None:
    """Let a ``defaultdict`` make the entry that it does not have."""
    if table.factory is not None and table.entries is not None and key is not None and key not in table.entries:
        made = machine.calls.apply(table.factory, [], {}, None)
        machine.changes.put(table.entries, key, made, table)


def _replace_part(row: Row, index: Value, thing: Thing, machine: Machine) -> None:
    """Give a part of a list other items."""
    items = row.items or []
    found = evaluate_index(Items(tuple(Scalar("int", each) for each in range(len(items))), is_list=True), index)
    chosen = [each.value for each in found.items if isinstance(each, Scalar)] if isinstance(found, Items) else []
    places = [each for each in chosen if isinstance(each, int)]
    new = iterated(thing, machine).items
    if places and new is not None and places == list(range(places[0], places[0] + len(places))):
        machine.changes.resize(row, [*items[: places[0]], *new, *items[places[-1] + 1 :]])
    else:
        machine.changes.forget(row)
        machine.changes.forget(thing)


def of_row(row: Row, name: str, given: Sequence[Thing], machine: Machine) -> Thing:  # noqa: PLR0911 - one for each kind
    """Return what a method of a list or a tuple gives."""
    if not row.is_list:
        return UNKNOWN
    items = None if row.items is None else list(row.items)
    if items is None and name in _OF_ANY_LENGTH and all(map(is_value, (row.item, *given))):
        machine.changes.widen(row, given)
        return NONE if given else row.item
    if name == "append" and len(given) == 1:
        machine.changes.resize(row, None if items is None else [*items, given[0]])
        return NONE
    if name == "extend" and len(given) == 1:
        more = iterated(given[0], machine).items
        machine.changes.resize(row, None if items is None or more is None else [*items, *more])
        return NONE
    if name in ("popleft", "appendleft") and row.longest is None and items is not None:
        return of_row(row, name.removesuffix("left").replace("append", "insert"), [Scalar("int", 0), *given], machine)
    if name == "pop" and items and (not given or key_of(given[0]) in range(-len(items), len(items))):
        place = key_of(given[0]) if given else -1
        assert isinstance(place, int)
        taken = items.pop(place)
        machine.changes.resize(row, items)
        return taken
    if name == "insert" and items is not None and len(given) == 2 and isinstance(key_of(given[0]), int):
        place = key_of(given[0])
        assert isinstance(place, int)
        items.insert(place, given[1])
        machine.changes.resize(row, items)
        return NONE
    if name == "copy":
        return Row(machine.changes.regions, items=items, longest=row.longest)
    if name == "clear" or (name == "reverse" and items is not None):
        machine.changes.resize(row, [] if name == "clear" or items is None else items[::-1])
        return NONE
    if name not in _READING:
        for each in (row, *given):
            machine.changes.forget(each)
    return UNKNOWN


def of_table(  # noqa: PLR0911 - one for each kind
    table: Table, name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Thing:
    """Return what a method of a dict gives."""
    entries, regions = table.entries, machine.changes.regions
    if entries is None:
        for each in (*given, *keywords.values()):
            machine.changes.forget(each)
        return UNKNOWN
    if name in ("keys", "values", "items"):
        return View(table, name)
    if name == "copy":
        return Table(regions, entries=dict(entries), is_ordered=table.is_ordered)
    key = key_of(given[0]) if given else None
    if name == "get" and key is not None:
        return entries.get(key, given[1] if len(given) > 1 else NONE)
    if name == "setdefault" and key is not None:
        if key not in entries:
            machine.changes.put(entries, key, given[1] if len(given) > 1 else NONE, table)
        return entries.get(key, UNKNOWN)
    if name == "pop" and key is not None and machine.changes.is_certain(table.regions):
        return _taken(table, key, given, machine)
    if name == "update" and len(given) <= 1 and (more := _added(given, keywords, machine)) is not None:
        for added, thing in more.items():
            machine.changes.put(entries, added, thing, table)
        return NONE
    machine.changes.share(table)
    for each in (*(() if name == "get" else (table,)), *given, *keywords.values()):
        machine.changes.forget(each)
    return UNKNOWN


def _taken(table: Table, key: Hashable, given: Sequence[Thing], machine: Machine) -> Thing:
    """Return what ``d.pop("w")`` takes out of a dict."""
    entries = {name: each for name, each in (table.entries or {}).items() if name != key}
    taken = (table.entries or {}).get(key, given[1] if len(given) > 1 else UNKNOWN)
    machine.changes.refill(table, entries)
    return taken


def _added(
    given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine
) -> Mapping[Hashable, Thing] | None:
    """Return the entries that ``d.update(x, w=1)`` adds to a dict; None where they are not known."""
    more: dict[Hashable, Thing] = {}
    for each in given:
        found = each.entries if isinstance(each, Table) else pairs_of(each, machine)
        if found is None:
            return None
        more.update(found)
    more.update(keywords)
    return more


def pairs_of(thing: Thing, machine: Machine) -> Mapping[Hashable, Thing] | None:
    """Return the entries that pairs of keys and values make; None where they are not known."""
    found = iterated(thing, machine).items
    pairs = [each.items for each in found or () if isinstance(each, Row) and each.items is not None]
    keys = [key_of(each[0]) for each in pairs if len(each) == 2]
    if found is None or None in keys or len(keys) != len(found):
        return None
    return {key: each[1] for key, each in zip(keys, pairs, strict=True)}
