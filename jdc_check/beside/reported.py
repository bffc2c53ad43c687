"""The reports of a checker, and the claims that they make of the code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any, Literal

Severity = Literal["error", "warning", "information"]


def severity_of(word: str) -> Severity:
    """Return the severity that a checker calls so."""
    if word in ("error", "ERROR"):
        return "error"
    return "warning" if word in ("warning", "warn", "WARN") else "information"


@dataclass(frozen=True, slots=True, eq=False)
class Reported:
    """One report of a checker. Lines and columns count from 1, columns in code points, as in a `Finding`.

    ``column`` is 0 where the checker tells only the line, and ``end_line`` where it tells no end.
    """

    path: str
    line: int
    column: int
    end_line: int
    end_column: int
    severity: Severity
    rule: str
    message: str
    raw: Any
    """The checker's own output for it: text, or an object of its JSON."""


class About(Enum):
    """The subject of a report, as far as the plugin may know better."""

    ATTRIBUTE = "attribute"
    """An object has no such attribute. The name is the attribute, the owner its class."""
    KEYWORD = "keyword"
    """A call takes no such keyword. The name is the keyword."""
    POSITIONS = "positions"
    """A call takes fewer arguments by position."""
    ARGUMENT = "argument"
    """An argument has the wrong type."""
    ASSIGNMENT = "assignment"
    """An assigned value, or a returned one, has the wrong type."""
    READ_ONLY = "read-only"
    """A field cannot be written. The name is the field."""
    UNANNOTATED = "unannotated"
    """A field of a dataclass has no annotation. The name is the field, or ""."""
    FROZEN_BASE = "frozen-base"
    """A dataclass is frozen and its base is not, or the other way round."""
    UNKNOWN = "unknown"
    """The type of something is not known. The name is what, or ""."""
    COMMENT = "comment"
    """A comment ignores nothing. The name is the rule that it names, or ""."""


@dataclass(frozen=True, slots=True)
class Claim:
    """The claim of a report, read from its rule and its message."""

    about: About
    name: str = ""
    owner: str = ""
    """The class without its type arguments; "" where the message names none."""


@dataclass(frozen=True, slots=True)
class Done:
    """One process that has ended."""

    command: Sequence[str]
    stdout: str
    stderr: str
    status: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The whole output of a checker."""

    reports: Sequence[Reported]
    status: int
    frame: Any = None
    """The rest of the output, for the checker's file here to print the report again."""
    stderr: str = ""
