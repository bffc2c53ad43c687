"""Readings of a module: made once, and kept while mypy checks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Generic, TypeVar

from mypy.nodes import MypyFile, Statement

ReadT = TypeVar("ReadT")


_KEPT: Final = 32
"""Readings that are kept: mypy goes to and fro between the modules of an import cycle."""


class PerModule(Generic[ReadT]):
    """Reads each module when it is first asked for, and keeps the readings of a few.

    A daemon gives the syntax of an edited module to the object that stood for the old one, so the object's
    identity does not say whether a reading is current. The list of its statements does, and keeping it keeps
    every node alive, so that the id of one is never taken by another.
    """

    def __init__(self, read: Callable[[MypyFile], ReadT]) -> None:
        self._read = read
        self._readings: dict[int, tuple[list[Statement], ReadT]] = {}
        """By the id of the list of statements."""

    def of(self, tree: MypyFile) -> ReadT:
        """Return the reading of a module."""
        known = self._readings.get(id(tree.defs))
        if known is not None:
            return known[1]
        reading = self._read(tree)
        if len(self._readings) >= _KEPT:
            del self._readings[next(iter(self._readings))]
        self._readings[id(tree.defs)] = tree.defs, reading
        return reading
