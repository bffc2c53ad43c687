"""JSON as bytes, and its types."""

from __future__ import annotations

import json
import math
from typing import Any, Final, TypeGuard

from ._errors import CheckpointError

_MAX_DEPTH: Final = 300

Json = Any
"""A value that `json.loads` returns."""


def is_dict(stored: Json) -> TypeGuard[dict[str, Json]]:
    """Return whether some JSON is an object."""
    return isinstance(stored, dict)


def is_list(stored: Json) -> TypeGuard[list[Json]]:
    """Return whether some JSON is an array."""
    return isinstance(stored, list)


def canonical(stored: Json) -> str:
    """Return one text for equal JSON."""
    return json.dumps(stored, sort_keys=True, separators=(",", ":"), allow_nan=False)


def dumps(stored: Json) -> bytes:
    """Return JSON as bytes.

    Raises:
        CheckpointError: it is nested more deeply than `loads` allows, or holds ``NaN``.

    """
    _check_depth(stored)
    try:
        return json.dumps(stored, separators=(",", ":"), allow_nan=False).encode()
    except ValueError as error:
        raise CheckpointError(f"the header is not valid JSON: {error}") from error


def loads(data: bytes | str) -> Json:
    """Return the JSON in a text; a key twice, ``NaN`` and what is infinite are no JSON.

    Raises:
        CheckpointError: it is no JSON, or it is nested too deeply.

    """
    try:
        stored = json.loads(data, object_pairs_hook=_unique, parse_constant=_refuse, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        raise CheckpointError(f"the header is not valid JSON: {error}") from error
    _check_depth(stored)
    return stored


def _check_depth(stored: Json) -> None:
    """Refuse what functions that call themselves could not follow, when it is read again if not now."""
    level, depth = [stored], 0
    while level:
        inner = (part.values() if is_dict(part) else part for part in level if is_dict(part) or is_list(part))
        level, depth = [child for children in inner for child in children], depth + 1
        if depth > _MAX_DEPTH:
            raise CheckpointError("the tree is nested too deeply")


def _unique(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("one key twice")
    return found


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is beyond all floats")
    return number


def _refuse(constant: str) -> Json:
    raise ValueError(constant)
