"""The protocol as pygls speaks it, but that every request has an answer."""

from __future__ import annotations

from typing import Any

from pygls.exceptions import JsonRpcException
from pygls.protocol import LanguageServerProtocol


class Protocol(LanguageServerProtocol):
    """Answers a request that it cannot read, such as one about line -1, with what is wrong about it."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        """Return the message that some JSON is."""
        try:
            return super().structure_message(data)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - pygls leaves types out
        except JsonRpcException as error:
            if "id" in data and "method" in data:
                self._send_response(data["id"], error=error.to_response_error())  # pyright: ignore[reportUnknownMemberType]
            raise
