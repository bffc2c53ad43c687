"""Readings of a module: made once, and kept while mypy checks it."""

from __future__ import annotations

from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final, Generic, TypeVar

from mypy.nodes import MypyFile, Statement

from ..host.freshness import Looks, look_again, module_under_check, recorded

ReadT = TypeVar("ReadT")


CYCLE: Final = 96
"""How many readings to keep where mypy goes to and fro between the modules of an import cycle."""


_MOST_APART: Final = 64
_APART: Final[dict[int, list[Statement]]] = {}
"""The statements of the last modules that are parsed once more, by their ids."""


def set_apart(tree: MypyFile) -> None:
    """Keep the readings of a module that is parsed once more apart: they push out none of those that mypy checks.

    Readings rest on each other, and two of a module that mypy checks may not be of different times.
    """
    _APART.pop(id(tree.defs), None)
    if len(_APART) >= _MOST_APART:
        del _APART[next(iter(_APART))]
    _APART[id(tree.defs)] = tree.defs


_UNKEPT: Final[list[list[Callable[[], None]]]] = []
"""How to forget the readings of each block under `unkept`."""


@contextmanager
def unkept() -> Generator[None]:
    """Forget the readings that a block makes: a module that mypy is still analysing has names that are not bound."""
    _UNKEPT.append([])
    try:
        yield
    finally:
        for forget in _UNKEPT.pop():
            forget()


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
        self._apart: dict[int, tuple[list[Statement], ReadT, Looks | None]] = {}
        """The same of modules that are parsed once more."""
        self._unkept: dict[int, ReadT] = {}

    def of(self, tree: MypyFile) -> ReadT:
        """Return the reading of a module."""
        key = id(tree.defs)
        readings = self._apart if key in _APART and _APART[key] is tree.defs else self._readings
        known = readings.get(key)
        if known is not None:
            if known[2] is not None:
                look_again(known[2])
            return known[1]
        if _UNKEPT:
            return self._for_now(tree)
        with recorded() as looks:
            reading = self._read(tree)
        if len(readings) >= self._keep:
            under_check = module_under_check()
            at_hand = id(under_check.defs) if under_check is not None and self._keep > 1 else None
            del readings[next(each for each in readings if each != at_hand)]
        readings[key] = tree.defs, reading, looks if looks.modules else None
        return reading

    def _for_now(self, tree: MypyFile) -> ReadT:
        key = id(tree.defs)
        if key not in self._unkept:
            self._unkept[key] = self._read(tree)
            _UNKEPT[-1].append(self._unkept.clear)
        return self._unkept[key]
