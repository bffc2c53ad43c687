"""Choices that make a sample: drawn by hypothesis, or by a seeded generator for long runs."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any, Protocol

from hypothesis import strategies as st

if TYPE_CHECKING:
    from collections.abc import Sequence


class Choices(Protocol):
    """A source of choices."""

    def one(self, options: Sequence[Any]) -> Any:
        """Return one of the options."""
        ...

    def chance(self, probability: float) -> bool:
        """Return True about that often."""
        ...


class Drawn:
    """Choices drawn by hypothesis, which shrinks them."""

    def __init__(self, data: st.DataObject) -> None:
        self._data = data

    def one(self, options: Sequence[Any]) -> Any:
        """Return one of the options."""
        return options[self._data.draw(st.integers(0, len(options) - 1))]

    def chance(self, probability: float) -> bool:
        """Return True about that often."""
        return self._data.draw(st.integers(0, 99)) >= 100 - round(100 * probability)


class Seeded:
    """Choices of a seeded generator."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def one(self, options: Sequence[Any]) -> Any:
        """Return one of the options."""
        return options[self._random.randrange(len(options))]

    def chance(self, probability: float) -> bool:
        """Return True about that often."""
        return self._random.random() < probability
