"""The diagnostics of two servers in one list."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

Diagnostics = list[dict[str, Any]]
MayBeFalse = Callable[[dict[str, Any]], bool]


@dataclass(frozen=True, slots=True)
class Judgement:
    """What jdc says of the diagnostics of the other server."""

    false: frozenset[int]
    """The numbers of those that are false."""
    carried: Diagnostics
    """What mypy says of the same calls, and none of them."""


Judge = Callable[[str, int | None, Diagnostics], Awaitable[Judgement | None]]
"""Judges the diagnostics of a version of a document; None where that cannot be told now."""


@dataclass(slots=True)
class _Document:
    certain: Diagnostics = field(default_factory=list[dict[str, Any]])
    doubtful: Diagnostics = field(default_factory=list[dict[str, Any]])
    """Those that may be false."""
    true: Diagnostics = field(default_factory=list[dict[str, Any]])
    """Those of them that are true, as far as is known."""
    is_judged: bool = True
    """False as long as nothing is known of the doubtful ones."""
    pulled: Diagnostics = field(default_factory=list[dict[str, Any]])
    """Those that the editor has asked for, and shows itself."""
    ours: Diagnostics = field(default_factory=list[dict[str, Any]])
    carried: Diagnostics = field(default_factory=list[dict[str, Any]])
    rest: dict[str, Any] = field(default_factory=dict[str, Any])
    version: int | None = None
    """The version that the diagnostics of the other server are about."""
    turn: int = 0


class Mixed:
    """What is told of each document: what the other server says and is not false, and what jdc finds."""

    def __init__(self, tell: Callable[[dict[str, Any]], None], may_be_false: MayBeFalse, judge: Judge) -> None:
        self._tell, self._may_be_false, self._judge = tell, may_be_false, judge
        self._documents: dict[str, _Document] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def theirs(self, params: dict[str, Any]) -> bool:
        """Take diagnostics of the other server; return whether they may pass as they are."""
        uri, told = params["uri"], params["diagnostics"]
        document = self._documents.setdefault(uri, _Document())
        document.doubtful = [each for each in told if self._may_be_false(each)]
        document.certain = [each for each in told if each not in document.doubtful]
        document.true, document.is_judged = [], not document.doubtful
        document.rest = {key: params[key] for key in params if key != "diagnostics"}
        document.version = params.get("version")
        self._begin_to_judge(uri, document)
        if not (document.doubtful or document.ours or document.carried):
            return True
        self._publish(document)
        return False

    def _begin_to_judge(self, uri: str, document: _Document) -> None:
        document.turn += 1
        task = asyncio.ensure_future(self._decide(uri, document, document.turn))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _decide(self, uri: str, document: _Document, turn: int) -> None:
        doubtful = document.doubtful
        judgement = await self._judge(uri, document.version, [*doubtful, *document.certain, *document.pulled])
        if document.turn != turn:
            return
        true, carried = document.true, document.carried
        if judgement is not None:
            true = [each for number, each in enumerate(doubtful) if number not in judgement.false]
            carried = judgement.carried
        elif not document.is_judged:
            true = doubtful
        document.is_judged = True
        if (true, carried) != (document.true, document.carried):
            document.true, document.carried = true, carried
            self._publish(document)

    async def pulled(self, uri: str, told: Diagnostics) -> Diagnostics:
        """Take diagnostics that the editor has asked the other server for; return those that are not false."""
        document = self._documents.setdefault(uri, _Document(rest={"uri": uri}))
        document.pulled = told
        if any(map(self._may_be_false, told)):
            judgement = await self._judge(uri, None, told)
            false = frozenset[int]() if judgement is None else judgement.false
            document.pulled = [each for number, each in enumerate(told) if number not in false]
        self._begin_to_judge(uri, document)
        return document.pulled

    def ours(self, params: dict[str, Any]) -> None:
        """Take diagnostics of jdc."""
        document = self._documents.setdefault(params["uri"], _Document())
        document.ours = params["diagnostics"]
        document.rest.setdefault("uri", params["uri"])
        if params.get("version") is not None:
            document.rest["version"] = params["version"]
        self._publish(document)
        self._begin_to_judge(params["uri"], document)  # by now more may be known

    def without_ours(self) -> None:
        """Take back what jdc has found."""
        for document in self._documents.values():
            if document.ours or document.carried:
                document.ours, document.carried = [], []
                self._publish(document)

    def _publish(self, document: _Document) -> None:
        mixed = [*document.certain, *document.true, *document.ours, *document.carried]
        self._tell({**document.rest, "diagnostics": mixed})
