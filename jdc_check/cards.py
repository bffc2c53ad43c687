"""The rule cards: in an installed package beside this module, in a source checkout in ``docs/rules``."""

from __future__ import annotations

from pathlib import Path
from typing import Final

from jdc_check.errors import InternalError

_HERE: Final = Path(__file__).parent
_PLACES: Final = (_HERE / "cards", _HERE.parent / "docs" / "rules")


def card_path(code: str) -> Path | None:
    """Return the file of a rule's card."""
    return next((place / f"{code}.md" for place in _PLACES if (place / f"{code}.md").is_file()), None)


def read_card(code: str) -> str:
    """Return the Markdown of a rule's card.

    Raises:
        InternalError: this installation lacks the card.

    """
    path = card_path(code)
    if path is None:
        raise InternalError(f"The card of {code} is missing from this installation")
    return path.read_text(encoding="utf-8")


def card_command(code: str) -> str:
    """Return the command that prints a rule's card: the cards travel with the package and are on no site."""
    return f"jdc explain {code}"
