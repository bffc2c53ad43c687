"""How far a run is followed, and how it ends before that."""

from __future__ import annotations

from typing import Final

DEEPEST: Final = 20
"""Containers in containers beyond which nothing is known."""
_LARGEST: Final = 5_000
"""Things in a container beyond which a run is left alone: a list may hold another one many times."""


class TooLongError(Exception):
    """Raised where a run takes too long to be followed to its end, or where anything may have changed."""


class EndedError(Exception):
    """Raised where the program is certain to end."""


class Allowance:
    """Counts the things that one reading of a container comes to."""

    def __init__(self, most: int = _LARGEST) -> None:
        self._left = most

    def take(self) -> None:
        """Count one more.

        Raises:
            TooLongError: they are too many.

        """
        self._left -= 1
        if self._left < 0:
            raise TooLongError
