"""Annotations of pyrefly: ``Shaped[Array, "[N, 3]"]`` of its package shape_extensions. They say nothing of dtypes."""

from __future__ import annotations

import re
from typing import Final

PACKAGE: Final = "shape_extensions"
_AXES: Final = re.compile(r"\*\s*(?:Elements\s*\[\s*(\w+)\s*\]|(\w+))")


def words(text: str) -> str | None:
    """Return ``"[*Elements[b], N, 3]"`` as jaxtyping writes it, ``"*b N 3"``; None where it is no list of sizes."""
    inner = text.strip()
    if not inner.startswith("[") or not inner.endswith("]"):
        return None
    axes = [_word(each.strip()) for each in inner[1:-1].split(",") if each.strip()]
    return None if None in axes else " ".join(each for each in axes if each is not None)


def _word(axis: str) -> str | None:
    """Return one axis; arithmetic keeps no spaces, and what is neither a name nor a number has any size."""
    any_number = _AXES.fullmatch(axis)
    if any_number is not None:
        return f"*{any_number[1] or any_number[2]}"
    if "*" in axis and axis.startswith("*"):
        return None
    compact = re.sub(r"\s+", "", axis)
    return compact if re.fullmatch(r"[\w+\-*()]+", compact) else "_"
