"""The diagnostics that an editor asks a server for, one document or a whole workspace at once.

Those that are false are left out; those of jdc are told without being asked for, and the editor shows both.
https://microsoft.github.io/language-server-protocol/specifications/lsp/3.17/specification/#textDocument_pullDiagnostics
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

from jdc_check.lsp.proxy.frames import Frame, framed
from jdc_check.lsp.proxy.mixed import Mixed

PULLS: Final = ("textDocument/diagnostic", "workspace/diagnostic")
_REFRESH: Final = "jdc-refresh-"
_PAUSE: Final = 0.05
"""Seconds in which several reasons to ask again become one."""

Report = dict[str, Any]


class Pulls:
    """The requests of an editor for diagnostics, and the answers."""

    def __init__(self, write: Callable[[bytes], None]) -> None:
        self._write = write
        self._tokens: set[str | int] = set()
        self._turn = asyncio.Lock()
        """Parts of an answer stay before its end."""
        self._asks_again = False
        self._is_asking = False
        self._number = 0

    def begin(self, initialize: Any) -> None:
        """Take how the editor began, which says whether it can be told to ask again."""
        found: Any = initialize
        for key in ("capabilities", "workspace", "diagnostics", "refreshSupport"):
            found = found.get(key) if isinstance(found, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - JSON
        self._asks_again = found is True

    def follow(self, method: str, params: Any) -> None:
        """Take a request of the editor, whose answer may come in parts."""
        token = params.get("partialResultToken") if method in PULLS and isinstance(params, dict) else None  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType] - JSON
        if isinstance(token, str | int):
            self._tokens.add(token)

    def ask_again(self) -> None:
        """Let the editor ask again, in a moment."""
        if self._asks_again and not self._is_asking:
            self._is_asking = True
            asyncio.get_running_loop().call_later(_PAUSE, self._refresh)

    def _refresh(self) -> None:
        self._is_asking = False
        self._number += 1
        name = f"{_REFRESH}{self._number}"
        self._write(framed({"jsonrpc": "2.0", "id": name, "method": "workspace/diagnostic/refresh"}))

    def is_answer(self, frame: Frame) -> bool:
        """Return whether the editor answers a request of ours, which the other server did not make."""
        if _REFRESH.encode() not in frame.body:
            return False
        message = frame.message() or {}
        return "method" not in message and str(message.get("id")).startswith(_REFRESH)

    def is_part(self, frame: Frame) -> bool:
        """Return whether a message of the other server is a part of an answer."""
        if not self._tokens or not frame.may_be("$/progress"):
            return False
        message = frame.message() or {}
        return message.get("method") == "$/progress" and message["params"].get("token") in self._tokens

    async def part(self, frame: Frame, mixed: Mixed) -> None:
        """Hand on a part of an answer."""
        async with self._turn:
            message = frame.message() or {}
            reports = _reports(message["params"].get("value") or {}, None)
            await self._hand_on(frame, message, reports, mixed)

    async def answer(self, frame: Frame, message: Report, params: Any, mixed: Mixed) -> None:
        """Hand on an answer, or its last part."""
        uri: str | None = params["textDocument"]["uri"] if "textDocument" in params else None
        reports = _reports(message["result"] or {}, uri)
        if params.get("partialResultToken") is None:
            await self._hand_on(frame, message, reports, mixed)
            return
        async with self._turn:
            self._tokens.discard(params["partialResultToken"])
            await self._hand_on(frame, message, reports, mixed)

    async def _hand_on(self, frame: Frame, message: Report, reports: list[tuple[str, Report]], mixed: Mixed) -> None:
        changed = await asyncio.gather(*(_without_false(uri, report, mixed) for uri, report in reports))
        self._write(framed(message) if any(changed) else frame.raw)


def _reports(result: Report, uri: str | None) -> list[tuple[str, Report]]:
    """Return the reports in an answer, each with its document; ``uri`` where it is about one of them."""
    items: list[Report] = result.get("items") or []
    related: dict[str, Report] = result.get("relatedDocuments") or {}
    return [*([(uri, result)] if uri is not None else [(each["uri"], each) for each in items]), *related.items()]


async def _without_false(uri: str, report: Report, mixed: Mixed) -> bool:
    """Leave out of a report what is false; return whether something was."""
    name: str | None = report.get("resultId")
    if report.get("kind") == "unchanged":
        after = await mixed.pulled_again(uri, name)
        if after is not None:
            report.update(kind="full", items=after)
        return after is not None
    told: list[dict[str, Any]] = report.get("items") or []
    true = await mixed.pulled(uri, told, name)
    if len(true) < len(told):
        report["items"] = true
    return len(true) < len(told)
