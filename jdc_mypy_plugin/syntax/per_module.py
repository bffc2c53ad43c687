"""Readings of a module: made once, and kept while mypy checks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from mypy.nodes import MypyFile, Statement

from ..host.freshness import Looks, look_again, recorded

ReadT = TypeVar("ReadT")


CYCLE: Final = 32
"""How many readings to keep where mypy goes to and fro between the modules of an import cycle."""


class PerModule(Generic[ReadT]):
    """Reads each module when it is first asked for, and keeps the last readings.

    A daemon gives the syntax of an edited module to the object that stood for the old one, so the object's
    identity does not say whether a reading is current. The list of its statements does, and keeping it keeps
    every node alive, so that the id of one is never taken by another. A daemon also analyses the same syntax again
    where only an import has changed: a reading of more than syntax, of variables and types say, must be the only one.
    """

    def __init__(self, read: Callable[[MypyFile], ReadT], *, keep: int = 1) -> None:
        self._read = read
        self._keep = keep
        self._readings: dict[int, tuple[list[Statement], ReadT, Looks | None]] = {}
        """By the id of the list of statements, each with what it has looked at in other modules."""

    def of(self, tree: MypyFile) -> ReadT:
        """Return the reading of a module."""
        known = self._readings.get(id(tree.defs))
        if known is not None:
            if known[2] is not None:
                look_again(known[2])
            return known[1]
        with recorded() as looks:
            reading = self._read(tree)
        if len(self._readings) >= self._keep:
            del self._readings[next(iter(self._readings))]
        self._readings[id(tree.defs)] = tree.defs, reading, looks if looks.modules else None
        return reading
