"""The diagnostics of two servers in one list."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

Diagnostic = dict[str, Any]
Diagnostics = list[Diagnostic]
MayBeFalse = Callable[[Diagnostic], bool]


@dataclass(frozen=True, slots=True)
class Judgement:
    """The judgement of jdc on the diagnostics of the other server."""

    false: frozenset[int]
    """The numbers of those that are false."""
    carried: Diagnostics
    """The errors of mypy about the same calls that none of those diagnostics says."""
    silent: Diagnostics = field(default_factory=list[Diagnostic])
    """The findings that jdc does not tell: the other server says the same, or a comment for it is there."""


Judge = Callable[[str, int | None, Diagnostics], Awaitable[Judgement | None]]
"""Judges the diagnostics of a version of a document; None where that cannot be told now."""


@dataclass(slots=True)
class _Document:
    certain: Diagnostics = field(default_factory=list[Diagnostic])
    doubtful: Diagnostics = field(default_factory=list[Diagnostic])
    """Those that may be false."""
    true: Diagnostics = field(default_factory=list[Diagnostic])
    """Those of them that are true, as far as is known."""
    is_judged: bool = True
    """False as long as nothing is known of the doubtful ones."""
    pulled: Diagnostics = field(default_factory=list[Diagnostic])
    """Those that the editor has asked for, as the other server said them."""
    pulled_id: str | None = None
    """The name that the other server has given them."""
    true_pulled: Diagnostics = field(default_factory=list[Diagnostic])
    """Those of them that are true, as far as is known."""
    answered: Diagnostics = field(default_factory=list[Diagnostic])
    """Those that the editor has been given."""
    is_asked_again: bool = True
    """True where the editor is going to ask again, or has never asked."""
    ours: Diagnostics = field(default_factory=list[Diagnostic])
    silent: Diagnostics = field(default_factory=list[Diagnostic])
    carried: Diagnostics = field(default_factory=list[Diagnostic])
    rest: dict[str, Any] = field(default_factory=dict[str, Any])
    version: int | None = None
    """The version that the diagnostics of the other server are about."""
    turn: int = 0
    deciding: asyncio.Task[None] | None = None

    @property
    def told(self) -> Diagnostics:
        """Return all that the other server says."""
        return [*self.doubtful, *self.certain, *self.pulled]

    def take(self, judgement: Judgement) -> None:
        """Take what jdc says of all that the other server says."""
        first = len(self.doubtful) + len(self.certain)
        self.true = [each for number, each in enumerate(self.doubtful) if number not in judgement.false]
        self.true_pulled = [
            each for number, each in enumerate(self.pulled, start=first) if number not in judgement.false
        ]
        self.silent, self.carried = judgement.silent, judgement.carried


class Mixed:
    """The diagnostics of each document: those of the other server that are not false, and those of jdc.

    ``ask_again`` is called where the editor should ask the other server again, because more is known by now.
    """

    def __init__(
        self,
        tell: Callable[[dict[str, Any]], None],
        may_be_false: MayBeFalse,
        judge: Judge,
        ask_again: Callable[[], None],
    ) -> None:
        self._tell, self._may_be_false, self._judge, self._ask_again = tell, may_be_false, judge, ask_again
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
        document.deciding = asyncio.ensure_future(self._decide(uri, document, document.turn))
        self._tasks.add(document.deciding)
        document.deciding.add_done_callback(self._tasks.discard)

    async def _decide(self, uri: str, document: _Document, turn: int) -> None:
        version = None if document.pulled else document.version
        judgement = await self._judge(uri, version, document.told)
        if document.turn != turn:
            return
        before = document.true, document.carried, document.silent
        if judgement is not None:
            document.take(judgement)
        elif not document.is_judged:
            document.true = document.doubtful
        document.is_judged = True
        if (document.true, document.carried, document.silent) != before:
            self._publish(document)
        if not document.is_asked_again and document.answered != document.true_pulled:
            document.is_asked_again = True
            self._ask_again()

    async def pulled(self, uri: str, told: Diagnostics, name: str | None) -> Diagnostics:
        """Take diagnostics that the editor has asked the other server for; return those that are not false."""
        document = self._documents.setdefault(uri, _Document(rest={"uri": uri}))
        document.pulled = document.true_pulled = told
        document.pulled_id = name
        return await self._answered(uri, document)

    async def _answered(self, uri: str, document: _Document) -> Diagnostics:
        document.is_asked_again = True
        self._begin_to_judge(uri, document)
        if any(map(self._may_be_false, document.pulled)):
            while document.deciding is not None and not document.deciding.done():
                await asyncio.wait([document.deciding])
        document.answered, document.is_asked_again = document.true_pulled, False
        return document.answered

    async def pulled_again(self, uri: str, name: str | None) -> Diagnostics | None:
        """Take the word of the other server that nothing has changed; return what has, by what is known now."""
        document = self._documents.get(uri)
        if document is None or name is None or document.pulled_id != name:
            return None
        before = document.answered
        after = await self._answered(uri, document)
        return None if before == after else after

    def changed(self, uri: str) -> None:
        """Take that a document has another text, so that the editor is going to ask again."""
        if uri in self._documents:
            self._documents[uri].is_asked_again = True

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
        silent = [_key(each) for each in document.silent]
        ours = [each for each in document.ours if _key(each) not in silent]
        mixed = [*document.certain, *document.true, *ours, *document.carried]
        self._tell({**document.rest, "diagnostics": mixed})


def _key(diagnostic: Diagnostic) -> tuple[Any, ...]:
    return diagnostic.get("code"), diagnostic["range"], diagnostic["message"]
