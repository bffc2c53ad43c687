"""Functions that make a dataclass field and may set a static marker."""

from __future__ import annotations

from typing import Final, NamedTuple

from jdc_spec.markers import STATIC_KEY


class FieldFunction(NamedTuple):
    """One of these functions."""

    key: str
    """The metadata key that it sets."""
    keyword: str | None
    """The keyword that decides; None where the function always marks the field static."""
    static_when: bool
    """The keyword's value that means static."""
    by_position: bool = False
    """True if what decides may be the first argument, ``field(False)``."""


MARKS: Final = FieldFunction(STATIC_KEY, None, static_when=True)
"""A function that always marks the field static, in the spelling of JAX."""

ASKED: Final = FieldFunction(STATIC_KEY, "static", static_when=True)
"""A function that does so where it is told, with ``static=True``."""
