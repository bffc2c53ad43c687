"""Environment variables by which the command speaks to the plugin."""

from __future__ import annotations

from typing import Final

VARIABLE: Final = "JDC_FACTS"
"""``1`` where the command runs mypy and wants the facts of each diagnostic."""
