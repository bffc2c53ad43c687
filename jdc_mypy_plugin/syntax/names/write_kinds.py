"""How an attribute is written to."""

from __future__ import annotations

import enum


class WriteKind(enum.Enum):
    """How a statement writes to an attribute."""

    ASSIGN = "assign"
    DELETE = "delete"
