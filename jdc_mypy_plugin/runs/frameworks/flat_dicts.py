"""``flatten_dict`` and ``unflatten_dict`` of flax: nested dicts, and dicts with paths for keys."""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Final, cast

from mypy.nodes import Expression

from jdc_operations.values import NONE, UNKNOWN, Text

from ..bounds import DEEPEST
from ..things import Named, Table, Thing
from ..trees import Keywords, OfLibrary

if TYPE_CHECKING:
    from ..machine import Machine


def _separator(given: Sequence[Thing], keywords: Keywords) -> tuple[bool, str | None]:
    """Return whether the arguments are a dict and perhaps a separator, and the separator."""
    said = keywords.get("sep", NONE)
    is_known = len(given) == 1 and set(keywords) <= {"sep"} and (said is NONE or isinstance(said, Text))
    separator = said.value if isinstance(said, Text) else None
    return is_known and (said is NONE or separator is not None), separator


def _flattened(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``flatten_dict({"a": {"b": x}})``, that is ``{("a", "b"): x}``."""
    is_known, separator = _separator(given, keywords)
    pairs = list(_paths(given[0], (), 0)) if is_known else [((), UNKNOWN)]
    if any(value is UNKNOWN for _, value in pairs) or (separator is not None and not _are_texts(pairs)):
        return machine.leave(Named("flax.traverse_util.flatten_dict"), [*given, *keywords.values()])
    entries: dict[Hashable, Thing] = {
        path if separator is None else separator.join(map(str, path)): value for path, value in pairs
    }
    return Table(machine.changes.regions, entries=entries)


def _are_texts(pairs: Sequence[tuple[tuple[Hashable, ...], Thing]]) -> bool:
    return all(isinstance(key, str) for path, _ in pairs for key in path)


def _paths(thing: Thing, path: tuple[Hashable, ...], depth: int) -> Iterator[tuple[tuple[Hashable, ...], Thing]]:
    """Yield what is in nested dicts, each with its keys; UNKNOWN where that is not known."""
    if not isinstance(thing, Table):
        yield path, thing if path else UNKNOWN
        return
    if thing.entries is None or depth > DEEPEST:
        yield path, UNKNOWN
        return
    for key, each in thing.entries.items():
        yield from _paths(each, (*path, key), depth + 1)


def _nested(given: Sequence[Thing], keywords: Keywords, at: Expression | None, machine: Machine) -> Thing:  # noqa: ARG001 - all are called alike
    """``unflatten_dict({("a", "b"): x})``, that is ``{"a": {"b": x}}``."""
    is_known, separator = _separator(given, keywords)
    flat = given[0] if is_known else UNKNOWN
    made = _put(flat.entries, separator, machine) if isinstance(flat, Table) and flat.entries is not None else None
    left = Named("flax.traverse_util.unflatten_dict")
    return machine.leave(left, [*given, *keywords.values()]) if made is None else made


def _put(entries: Mapping[Hashable, Thing], separator: str | None, machine: Machine) -> Table | None:
    whole = Table(machine.changes.regions, entries={})
    for key, value in entries.items():
        path = _path(key, separator)
        if not path:
            return None
        inside = whole.entries
        for part in path[:-1]:
            held = None if inside is None else inside.setdefault(part, Table(machine.changes.regions, entries={}))
            inside = held.entries if isinstance(held, Table) else None
        if inside is None:
            return None
        inside[path[-1]] = value
    return whole


def _path(key: Hashable, separator: str | None) -> Sequence[Hashable]:
    """Return the keys that a key of a flat dict stands for; nothing where it is no path."""
    if separator is not None:
        return key.split(separator) if isinstance(key, str) else ()
    return cast("tuple[Hashable, ...]", key) if isinstance(key, tuple) else ()


FLAT_DICTS: Final[Mapping[str, OfLibrary]] = {
    "flax.traverse_util.flatten_dict": _flattened,
    "flax.traverse_util.unflatten_dict": _nested,
}
"""The functions by the names that programs import."""
