"""Functions of Python itself."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Hashable, Mapping, Sequence
from typing import TYPE_CHECKING

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Failure, Scalar, Text
from jdc_spec.shapes import show

from ...evaluate.calls.python_calls import of_python
from ...evaluate.operation_values import result_of
from ..attributes import attribute, special, written_to
from ..objects import attributes_of
from ..thing_values import key_of, plain, truth
from ..things import SET, Arguments, Class, Counted, Named, Object, Row, Stream, Table, Thing, View
from .containers import pairs_of, set_of
from .iteration import MOST, iterated
from .iterators import iterator_of, next_of, zipped
from .kinds import has, of_kind
from .texts import shown

if TYPE_CHECKING:
    from ..machine import Machine

_INT: Scalar = Scalar("int")


def of_builtin(  # noqa: PLR0911 - one for each kind
    name: str, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing:
    """Return what a function of Python gives."""
    short = name.removeprefix("builtins.")
    made = _made(short, given, keywords, at, machine)
    if made is not None:
        return made
    if short in ("float", "int", "bool", "complex"):
        return _several(short, given, at, machine) or _number(short, given)
    if short == "len" and len(given) == 1 and (method := special(given[0], "__len__", machine)) is not None:
        return machine.calls.apply(method, [], {}, at)
    if short == "len" and len(given) == 1 and isinstance(given[0], Row | Table | View):
        items = iterated(given[0], machine).items
        return _INT if items is None else Scalar("int", len(items))
    if short == "sum" and given:
        return _sum([*given, *keywords.values()], at, machine)
    if short in ("getattr", "setattr") and len(given) > 1:
        return _of_attribute(short, given, machine)
    if short == "object.__setattr__" and len(given) == 3:
        return _of_attribute("setattr", given, machine)
    if short == "str" and len(given) == 1:
        return shown(given[0])
    if short in ("str", "repr", "format"):
        return Text()
    if short == "type" and len(given) == 1 and isinstance(given[0], Object) and given[0].info is not None:
        return machine.classes.get(given[0].info, UNKNOWN)
    if short in ("isinstance", "callable", "hasattr"):
        return of_kind(short, given, machine)
    found = None if keywords else of_python(name, [plain(each) for each in given])
    if found is None:
        return NONE if short == "print" else machine.leave(Named(name), [*given, *keywords.values()])
    return found


def _made(  # noqa: PLR0911 - one for each kind
    short: str, given: Sequence[Thing], keywords: Mapping[str, Thing], at: Expression | None, machine: Machine
) -> Thing | None:
    """Return the container that a function makes, or what a loop goes over; None of another function."""
    if short == "range":
        return _range(given, machine)
    if short in ("enumerate", "zip", "reversed", "list", "tuple", "map"):
        return _sequence(short, given, at, machine)
    if short == "vars" and isinstance(given[0], Object) and type(given[0]) in (Object, Arguments):
        return attributes_of(given[0], machine)
    if short == "object.__new__" and len(given) == 1 and isinstance(given[0], Class):
        is_known = given[0].info in machine.classes
        return Object(machine.changes.regions, info=given[0].info, attributes={}) if is_known else None
    if short == "dict" and len(given) < 2:
        return table_of(given, keywords, machine)
    if short == "dict.fromkeys" and len(given) in (1, 2):
        return _from_keys(given, machine)
    if short == "filter" and len(given) == 2:
        return _filtered(given, at, machine)
    if short in ("iter", "next") and len(given) == 1:
        return iterator_of(given[0], machine) if short == "iter" else next_of(given[0], machine)
    if short in ("set", "frozenset") and len(given) == 1:
        letters = given[0].value if isinstance(given[0], Text) else None
        items = iterated(given[0], machine).items if letters is None else [Text(each) for each in letters]
        return None if items is None else set_of(items, machine)
    return _sorted(given[0], keywords, at, machine) if short == "sorted" and len(given) == 1 else None


def table_of(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return the dict that ``dict(x, w=1)`` makes."""
    entries: dict[Hashable, Thing] = {}
    if given and isinstance(given[0], Table) and given[0].entries is not None:
        entries.update(given[0].entries)
    elif given:
        pairs = pairs_of(given[0], machine)
        if not pairs:
            return machine.leave(UNKNOWN, [*given, *keywords.values()])
        entries.update(pairs)
    entries.update(keywords)
    return Table(machine.changes.regions, entries=entries)


def ordered_of(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``OrderedDict(x, w=1)`` makes."""
    made = table_of(given, keywords, machine)
    return dataclasses.replace(made, is_ordered=True) if isinstance(made, Table) else made


def _from_keys(given: Sequence[Thing], machine: Machine) -> Thing:
    """Return the dict that ``dict.fromkeys(keys, x)`` makes."""
    keys = [key_of(each) for each in iterated(given[0], machine).items or (UNKNOWN,)]
    value = given[1] if len(given) > 1 else NONE
    if None in keys:
        return machine.leave(UNKNOWN, [*given])
    return Table(machine.changes.regions, entries=dict.fromkeys(keys, value))


def _filtered(given: Sequence[Thing], at: Expression | None, machine: Machine) -> Thing | None:
    """Return what ``filter(f, x)`` goes over; None where it is not known which items those are."""
    items = iterated(given[1], machine).items
    answers = [each if given[0] is NONE else machine.calls.apply(given[0], [each], {}, at) for each in items or ()]
    known = [truth(each) for each in answers]
    if items is None or None in known:
        return machine.leave(UNKNOWN, [*given])
    kept = [each for each, is_kept in zip(items, known, strict=True) if is_kept]
    return Row(machine.changes.regions, items=kept, is_list=False, is_once=True)


def _sorted(thing: Thing, keywords: Mapping[str, Thing], at: Expression | None, machine: Machine) -> Thing:
    """Return what ``sorted(x)`` gives, where all that it compares is known."""
    is_set = isinstance(thing, View) and thing.name == SET
    over = View(thing.table, "keys") if isinstance(thing, View) and is_set else thing
    items, key = iterated(over, machine).items, keywords.get("key", NONE)
    if is_set and key is not NONE:
        items = None
    backwards = truth(keywords.get("reverse", Scalar("bool", value=False)))
    if items is None or backwards is None:
        return machine.leave(Named("builtins.sorted"), [thing, *keywords.values()])
    ranks = [key_of(each if key is NONE else machine.calls.apply(key, [each], {}, at)) for each in items]
    numbers = [each for each in ranks if isinstance(each, int)]
    texts = [each for each in ranks if isinstance(each, str)]
    if len(ranks) not in (len(numbers), len(texts)):
        return machine.leave(Named("builtins.sorted"), [thing, *keywords.values()])
    known: Sequence[int] | Sequence[str] = numbers or texts
    order = sorted(range(len(items)), key=known.__getitem__, reverse=backwards)
    return Row(machine.changes.regions, items=[items[each] for each in order])


def sort(row: Row, keywords: Mapping[str, Thing], at: Expression | None, machine: Machine) -> Thing:
    """Put the items of a list in order, as ``x.sort()`` does."""
    made = _sorted(row, keywords, at, machine)
    machine.changes.resize(row, made.items if isinstance(made, Row) else None)
    return NONE


def _range(given: Sequence[Thing], machine: Machine) -> Thing:
    ends = [key_of(each) for each in given]
    known = [each for each in ends if isinstance(each, int)]
    if len(known) != len(ends) or not 0 < len(known) <= 3 or 0 in known[2:]:
        return Stream(_INT, is_some=False)
    numbers = range(*known)
    if len(numbers) > MOST:
        return Stream(_INT, is_some=True)
    return Row(machine.changes.regions, items=[Scalar("int", each) for each in numbers], is_list=False)


def _sequence(
    short: str,
    given: Sequence[Thing],
    at: Expression | None,
    machine: Machine,
) -> Thing:
    regions = machine.changes.regions
    if short in ("list", "tuple") and not given:
        return Row(regions, items=[], is_list=short == "list")
    if short == "zip":
        over = zipped(given, machine)
    else:
        over = [iterated(each, machine) for each in (given[1:] if short == "map" else given[:1])]
    if not over:
        return UNKNOWN

    def turn(number: Scalar, items: Sequence[Thing]) -> Thing:
        if short == "map":
            return machine.calls.apply(given[0], items, {}, at)
        if short in ("zip", "enumerate"):
            whole = [*items] if short == "zip" else [number, *items]
            return Row(regions, items=whole, is_list=False)
        return items[0]

    counted = [each.items for each in over if each.items is not None]
    if len(counted) < len(over):
        if short == "map":
            return machine.leave(UNKNOWN, list(given))
        item = turn(_INT, [each.item for each in over])
        return Stream(item, all(each.is_some for each in over), Row(regions))
    turns = [turn(Scalar("int", place), items) for place, items in enumerate(zip(*counted, strict=False))]
    items = turns[::-1] if short == "reversed" else turns
    return Row(regions, items=items, is_list=short == "list", is_once=short not in ("list", "tuple"))


def deque_of(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``collections.deque`` makes."""
    items = iterated(given[0], machine).items if given else []
    most = keywords.get("maxlen", given[1] if len(given) > 1 else NONE)
    longest = key_of(most)
    if items is None or (most is not NONE and not isinstance(longest, int)):
        return machine.leave(UNKNOWN, [*given, *keywords.values()])
    row = Row(machine.changes.regions, items=[], longest=longest if isinstance(longest, int) else None)
    machine.changes.resize(row, items)
    return row


def dict_with(given: Sequence[Thing], keywords: Mapping[str, Thing], machine: Machine) -> Thing:
    """Return what ``collections.defaultdict`` makes."""
    made = table_of(given[1:], keywords, machine)
    if isinstance(made, Table) and given and given[0] is not NONE:
        made.factory = given[0]
    return made


def reduced(given: Sequence[Thing], at: Expression | None, machine: Machine) -> Thing:
    """Return what ``functools.reduce(f, x)`` gives."""
    items = iterated(given[1], machine).items if len(given) in (2, 3) else None
    whole = [*given[2:], *(items or ())]
    if items is None or not whole:
        return machine.leave(UNKNOWN, list(given))
    made: Thing = whole[0]
    for each in whole[1:]:
        made = machine.calls.apply(given[0], [made, each], {}, at)
    return made


def product(made: Thing, given: Sequence[Thing]) -> Thing:
    """Return what ``np.prod(x)`` gives, with the number that it is where that is known."""
    found = of_python("math.prod", [plain(each) for each in given])
    value = found.value if isinstance(found, Scalar) else None
    is_exact = isinstance(value, int) and abs(value) < 2**31  # NumPy's numbers wrap around
    return Counted(made, value) if isinstance(made, ArrayValue) and isinstance(value, int) and is_exact else made


def _number(short: str, given: Sequence[Thing]) -> Thing:
    value = given[0].value if len(given) == 1 and isinstance(given[0], Scalar | Counted) else None
    if short == "bool":
        return Scalar("bool", truth(given[0]) if len(given) == 1 else None)
    if short == "int":
        return Scalar("int", int(value) if isinstance(value, int | float) and abs(value) < 2**31 else None)
    if short == "float":
        return Scalar("float", float(value) if isinstance(value, int | float) else None)
    return Scalar("complex")


def _several(short: str, given: Sequence[Thing], at: Expression | None, machine: Machine) -> Thing | None:
    """Note an array of several numbers where Python takes one; versions of NumPy differ on empty ones."""
    array = plain(given[0]) if len(given) == 1 else UNKNOWN
    sizes = result_of(array).sizes if isinstance(array, ArrayValue) and array.library is not None else None
    numbers = [each for each in sizes or () if isinstance(each, int)]
    if not sizes or at is None or len(numbers) < len(sizes) or math.prod(numbers) < 2:
        return None
    return machine.fail(at, Failure(f"{short} takes one number, and the array has shape {show(sizes)}"))


def _sum(given: Sequence[Thing], at: Expression | None, machine: Machine) -> Thing:
    items = iterated(given[0], machine).items
    if items is None or at is None:
        return UNKNOWN
    total: Thing = given[1] if len(given) > 1 else Scalar("int", 0)
    for each in items:
        total = machine.operators.operated(at, "+", total, each)
    return total


def _of_attribute(short: str, given: Sequence[Thing], machine: Machine) -> Thing:
    name = key_of(given[1])
    if not isinstance(name, str) or isinstance(given[0], ArrayValue):
        machine.changes.forget(given[0])
        machine.open(given[:1])
        return UNKNOWN
    if short == "getattr":
        if len(given) == 2 or has(given[0], name):
            return attribute(given[0], name, machine)
        machine.changes.forget(given[0])
        return UNKNOWN
    if len(given) == 3:
        written_to(given[0], name, given[2], machine)
    return NONE
