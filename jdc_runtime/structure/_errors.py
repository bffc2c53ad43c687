"""Exceptions for a structure tree that is not valid."""

from __future__ import annotations

import difflib
from collections.abc import Hashable, Iterable


class StructureError(ValueError):
    """A structure tree, or something that should become a part of one, that is not as it must be."""


def place(path: Iterable[Hashable]) -> str:
    """Word the path of a node: ``"encoder.0"``, or the root."""
    names = ".".join(map(str, path))
    return f'submodule "{names}"' if names else "the root of the tree"


def suggestion(name: str, known: Iterable[Hashable]) -> str:
    """Return ``; did you mean "...?"``, or nothing where no known name is close."""
    close = difflib.get_close_matches(name, [each for each in known if isinstance(each, str)], n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def names(known: Iterable[Hashable]) -> str:
    """List names in a sentence."""
    return ", ".join(f'"{name}"' for name in known) or "none"
