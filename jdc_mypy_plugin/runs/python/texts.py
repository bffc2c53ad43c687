"""Texts of a program: names of entries that are put together, ``f"layer{i}"``."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Final

from jdc_operations.values import UNKNOWN, Scalar, Text

from ..thing_values import key_of
from ..things import Row, Thing

_WRITTEN: Final = "{:{}}"
"""The text whose ``format`` mypy reads in the place of ``{i}`` in an f-string."""
_LONGEST: Final = 10_000
_PLAIN: Final[Mapping[str, Callable[[str], str]]] = {
    "lower": str.lower,
    "upper": str.upper,
    "strip": str.strip,
    "title": str.title,
}


def of_text(text: Text, name: str, given: Sequence[Thing]) -> Thing:
    """Return what a method of a text gives."""
    if name == "format" and text.value == _WRITTEN and len(given) == 2 and key_of(given[1]) == "":
        return shown(given[0])
    if name == "join" and text.value is not None and len(given) == 1 and isinstance(given[0], Row):
        texts = [each.value if isinstance(each, Text) else None for each in given[0].items or (UNKNOWN,)]
        known = [each for each in texts if each is not None]
        return Text(text.value.join(known)) if len(known) == len(texts) else Text()
    if name in _PLAIN and not given and text.value is not None:
        return Text(_PLAIN[name](text.value))
    return Text() if name in ("format", "join", "lower", "upper", "strip") else UNKNOWN


def shown(thing: Thing) -> Text:
    """Return what ``str`` makes of a thing."""
    known = key_of(thing)
    is_exact = isinstance(known, int | str) and not isinstance(known, bool)
    return Text(str(known)[:_LONGEST]) if is_exact else Text()


def put_together(left: Text, right: Text) -> Text:
    """Return what ``+`` makes of two texts."""
    known = left.value is not None and right.value is not None and len(left.value) < _LONGEST
    return Text(f"{left.value}{right.value}") if known else Text()


def repeated(text: Text, times: Scalar) -> Text:
    """Return what ``*`` makes of a text and a number."""
    is_short = text.value is not None and isinstance(times.value, int) and len(text.value) * times.value <= _LONGEST
    return Text(text.value * times.value) if is_short and text.value and isinstance(times.value, int) else Text()
