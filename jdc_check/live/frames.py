"""Messages between an analysis that stays and the one who started it: JSON behind its length."""

from __future__ import annotations

import json
import struct
from typing import IO, Any, Final

_LENGTH: Final = struct.Struct(">I")
LENGTH_BYTES: Final = _LENGTH.size


def packed(message: dict[str, Any]) -> bytes:
    """Return a message as it goes over a pipe."""
    body = json.dumps(message, separators=(",", ":")).encode()
    return _LENGTH.pack(len(body)) + body


def length_of(head: bytes) -> int:
    """Return how many bytes follow the first ones."""
    length: int = _LENGTH.unpack(head)[0]
    return length


def unpacked(body: bytes) -> dict[str, Any]:
    """Return the message that a body holds."""
    message: dict[str, Any] = json.loads(body)
    return message


def read(stream: IO[bytes]) -> dict[str, Any] | None:
    """Return the next message; None where the other side is gone."""
    head = stream.read(LENGTH_BYTES)
    if len(head) < LENGTH_BYTES:
        return None
    body = stream.read(length_of(head))
    return unpacked(body) if len(body) == length_of(head) else None
