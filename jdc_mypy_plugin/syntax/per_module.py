"""What is read from the module under check once, and kept while mypy checks it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

from mypy.nodes import MypyFile, Statement

ReadT = TypeVar("ReadT")


class PerModule(Generic[ReadT]):
    """Reads each module when it is first asked for; only one module's reading is kept.

    A daemon gives the syntax of an edited module to the object that stood for the old one, so the object's
    identity does not say whether a reading is current. The list of its statements does, and keeping it keeps
    every node alive, so that the id of one is never taken by another.
    """

    def __init__(self, read: Callable[[MypyFile], ReadT]) -> None:
        self._read = read
        self._statements: list[Statement] | None = None
        self._reading: ReadT | None = None

    def of(self, tree: MypyFile) -> ReadT:
        """Return the reading of a module."""
        if self._reading is None or self._statements is not tree.defs:
            self._reading = self._read(tree)
            self._statements = tree.defs
        return self._reading
