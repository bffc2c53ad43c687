"""Messages of the protocol, read and written as the bytes that they are."""

from __future__ import annotations

import asyncio
import json
import re
from dataclasses import dataclass
from typing import Any, Final, cast

_LENGTH: Final = re.compile(rb"^content-length:[ \t]*(\d+)", re.IGNORECASE | re.MULTILINE)
_END: Final = (b"\r\n", b"\n", b"")


@dataclass(frozen=True, slots=True)
class Frame:
    """One message, with its header."""

    raw: bytes
    body: bytes

    def message(self) -> dict[str, Any] | None:
        """Return the message; None where it is not one."""
        try:
            found = json.loads(self.body)
        except ValueError:
            return None
        return cast("dict[str, Any]", found) if isinstance(found, dict) else None

    def may_be(self, method: str) -> bool:
        """Return whether this may be a message of a method, without reading it; some servers escape its slashes."""
        return any(b'"%b"' % name.encode() in self.body for name in {method, method.replace("/", "\\/")})


async def read(stream: asyncio.StreamReader) -> Frame | None:
    """Return the next message, whole; None at the end of the stream.

    A header without a length is handed on as it is, with no body.
    """
    header = b""
    while (line := await stream.readline()) not in _END:
        header += line
    if not line and not header:
        return None
    header += line
    length = _LENGTH.search(header)
    if length is None:
        return Frame(header, b"") if header.strip() else await read(stream)
    try:
        body = await stream.readexactly(int(length[1]))
    except asyncio.IncompleteReadError:
        return None
    return Frame(header + body, body)


def framed(message: dict[str, Any]) -> bytes:
    """Return a message of our own as bytes."""
    body = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode("utf-8", errors="surrogatepass")
    return b"Content-Length: %d\r\n\r\n" % len(body) + body
