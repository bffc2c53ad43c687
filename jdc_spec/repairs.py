"""Code that the plugin knows to be right and other checkers report, on its way from the plugin to the command.

As with the facts of a diagnostic, a note carries it, which mypy keeps in its cache.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Final, NamedTuple

from jdc_spec.facts import Span

CODE: Final = "jdc-repair"
"""The code of these notes; there is no such rule."""

_PREFIX: Final = "jdc-repair: "


class Kind(Enum):
    """A kind of expression that is right."""

    ATTRIBUTE = "attribute"
    """``obj.name``: a library adds the attribute. The names: the attribute, then the classes that have it."""
    CALL = "call"
    """``State(...)``: mypy has looked at the arguments. The names: the class, then the keywords that it takes."""
    ARGUMENT = "argument"
    """An argument whose declared type is too narrow. The names: the classes of what is given."""
    RESULT = "result"
    """A call whose declared type is too wide. The names: the class of what it returns."""
    CHANGES = "changes"
    """``obj.replace(...)`` where a checker sees the function, and not what it takes. The names: it, and the class."""
    WRITE = "write"
    """``obj.name = value`` on a mutable copy. The names: the attribute."""


class Repair(NamedTuple):
    """An expression that is right."""

    kind: Kind
    span: Span
    names: tuple[str, ...]


def dump(repair: Repair) -> str:
    """Return the text of a note."""
    return _PREFIX + json.dumps([repair.kind.value, repair.span, repair.names])


def load(note: str) -> Repair | None:
    """Return what a note says to be right; None where it is an ordinary one."""
    if not note.startswith(_PREFIX):
        return None
    kind, span, names = json.loads(note.removeprefix(_PREFIX))
    return Repair(Kind(kind), Span(*span), tuple(names))
