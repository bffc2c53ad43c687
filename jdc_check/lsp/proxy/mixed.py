"""The diagnostics of two servers in one list."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

Diagnostics = list[dict[str, Any]]
Doubt = Callable[[dict[str, Any]], bool]
Judged = Callable[[str, int | None, Diagnostics], Awaitable[Diagnostics]]
"""Returns the diagnostics of a document that are true, from those that may be false."""


@dataclass(slots=True)
class _Document:
    certain: Diagnostics = field(default_factory=list[dict[str, Any]])
    doubtful: Diagnostics = field(default_factory=list[dict[str, Any]])
    """Those that may be false."""
    judged: Diagnostics = field(default_factory=list[dict[str, Any]])
    """Those of them that are true, as far as is known."""
    ours: Diagnostics = field(default_factory=list[dict[str, Any]])
    rest: dict[str, Any] = field(default_factory=dict[str, Any])
    turn: int = 0


class Mixed:
    """What is told of each document: what the other server says and is not false, and what jdc finds."""

    def __init__(
        self, tell: Callable[[dict[str, Any]], None], may_be_false: Callable[[Any], bool], judge: Judged
    ) -> None:
        self._tell, self._may_be_false, self._judge = tell, may_be_false, judge
        self._documents: dict[str, _Document] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def theirs(self, params: dict[str, Any]) -> bool:
        """Take diagnostics of the other server; return whether they may pass as they are."""
        uri, told = params["uri"], params["diagnostics"]
        document = self._documents.setdefault(uri, _Document())
        document.turn += 1
        document.doubtful = [each for each in told if self._may_be_false(each)]
        document.certain = [each for each in told if each not in document.doubtful]
        document.judged, document.rest = [], {key: params[key] for key in params if key != "diagnostics"}
        if document.doubtful:
            self._begin_to_judge(uri, document)
        elif not document.ours:
            return True
        self._publish(document)
        return False

    def _begin_to_judge(self, uri: str, document: _Document) -> None:
        task = asyncio.ensure_future(self._decide(uri, document, document.turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, uri: str, document: _Document, turn: int) -> None:
        true = await self._judge(uri, document.rest.get("version"), document.doubtful)
        if document.turn == turn and true != document.judged:
            document.judged = true
            self._publish(document)

    def ours(self, params: dict[str, Any]) -> None:
        """Take diagnostics of jdc."""
        document = self._documents.setdefault(params["uri"], _Document())
        document.ours = params["diagnostics"]
        document.rest.setdefault("uri", params["uri"])
        if params.get("version") is not None:
            document.rest["version"] = params["version"]
        self._publish(document)
        if document.doubtful:  # by now more may be known
            self._begin_to_judge(params["uri"], document)

    def _publish(self, document: _Document) -> None:
        mixed = [*document.certain, *document.judged, *document.ours]
        self._tell({**document.rest, "diagnostics": mixed})
