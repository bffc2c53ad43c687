"""Things that nothing changes, of which a list may hold any number."""

from __future__ import annotations

import dataclasses

from jdc_operations.values import NONE, UNKNOWN, ArrayValue, Scalar, Text

from .things import Row, Thing


def is_value(thing: Thing) -> bool:
    """Return whether a thing is an array, a number or a text, or a tuple of these, which nothing changes."""
    if isinstance(thing, Row) and not thing.is_list and thing.items is not None:
        return all(each in (UNKNOWN, NONE) or is_value(each) for each in thing.items)
    return isinstance(thing, ArrayValue | Scalar | Text)


def another_like(thing: Thing) -> Thing:
    """Return an array that is as much as is known of two, one of which may be a tracer."""
    return dataclasses.replace(thing) if isinstance(thing, ArrayValue) else thing
