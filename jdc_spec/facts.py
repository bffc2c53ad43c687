"""The facts of a diagnostic besides its sentence, on their way from the plugin to the command.

mypy prints sentences, and repeats them from its cache. So where the command asks for it, each diagnostic is followed
by a note that carries these facts as JSON; mypy keeps it and prints it with the sentence that it belongs to.
"""

from __future__ import annotations

import json
from typing import Final, NamedTuple

_PREFIX: Final = "jdc-facts: "


class Span(NamedTuple):
    """A range of a file as mypy counts: lines from 1, columns from 0, the end excluded."""

    line: int
    column: int
    end_line: int
    end_column: int


class Edit(NamedTuple):
    """A range, and the text to put in its place."""

    span: Span
    text: str


class Fix(NamedTuple):
    """A mend that is certain: what it does, in the imperative, and its edits, none of which overlap."""

    title: str
    edits: tuple[Edit, ...]


class Related(NamedTuple):
    """Another place that has to do with a diagnostic, such as the annotation that a value does not match."""

    sentence: str
    """For people, in the form ``field "x" is annotated here``."""
    path: str
    """The file; "" for the file of the diagnostic itself."""
    span: Span


class Facts(NamedTuple):
    """The facts that the sentence of a diagnostic leaves out."""

    code: str
    span: Span
    fixes: tuple[Fix, ...] = ()
    related: tuple[Related, ...] = ()


def dump(facts: Facts) -> str:
    """Return the text of a note with the facts of a diagnostic."""
    return _PREFIX + json.dumps(facts)


def load(note: str) -> Facts | None:
    """Return the facts in a note; None where it is an ordinary one."""
    if not note.startswith(_PREFIX):
        return None
    code, span, fixes, related = json.loads(note.removeprefix(_PREFIX))
    return Facts(
        code,
        Span(*span),
        tuple(Fix(title, tuple(map(_edit, edits))) for title, edits in fixes),
        tuple(Related(sentence, path, Span(*place)) for sentence, path, place in related),
    )


def _edit(stored: tuple[list[int], str]) -> Edit:
    span, text = stored
    return Edit(Span(*span), text)
