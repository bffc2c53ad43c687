"""Rules as people name them: in full, in short, and misspelt."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

from jdc_spec.rules import BY_CODE


def full_code(name: str) -> str:
    """Return ``jdc-frozen`` for ``frozen`` and for ``jdc-frozen``."""
    return name if name in BY_CODE or name.startswith("jdc-") else f"jdc-{name}"


def no_such_rule(name: str) -> str:
    """Return the message about a rule that does not exist."""
    similar = did_you_mean(full_code(name).lower().replace("_", "-"), BY_CODE, "rules")
    return f'There is no rule "{name}".{similar}'


def did_you_mean(name: str, known: Iterable[str], kind: str) -> str:
    """Return a sentence with names that are similar, or with all; it starts with a space."""
    names = list(known)
    similar = get_close_matches(name, names, n=3, cutoff=0.7)
    return f" Did you mean {' or '.join(similar)}?" if similar else f" The {kind} are: {', '.join(names)}."
