"""The pumps between the editor, its server and ours."""

from __future__ import annotations

import asyncio
import contextlib
import os
import shlex
import sys
from collections.abc import Coroutine, Generator, Sequence
from pathlib import Path
from shutil import which
from typing import Any, Final

from jdc_check.beside.checker import Checker
from jdc_check.beside.judged import may_be_false
from jdc_check.beside.registry import CHECKERS
from jdc_check.beside.reported import Reported
from jdc_check.errors import STOPPED_BY_SIGNAL, UsageError
from jdc_check.lsp.proxy.frames import Frame, framed, read
from jdc_check.lsp.proxy.mixed import Judgement, Mixed
from jdc_check.lsp.proxy.ours import HEARD, Ours
from jdc_check.lsp.proxy.pulls import PULLS, Pulls
from jdc_check.stopping import unless_stopped

_FOLLOWED: Final = ("initialize", "textDocument/codeAction", *PULLS)
"""Requests whose answers the proxy looks at."""
_PATIENCE: Final = 3.0
"""Seconds that an answer of the other server waits for ours."""
_GIVEN_UP: Final = "jdc ended several times and is not started again: restart the language server to have it back."
ENGLISH: Final = {"LC_ALL": "C", "LANGUAGE": "en"}
"""Messages are read to know what they claim, and some servers translate them."""


def serve(command: str) -> int:
    """Run a server behind the proxy until the editor is gone; return its exit code.

    Raises:
        UsageError: there is no such program.

    """
    given = shlex.split(command)
    program = which(given[0]) if given else None
    if program is None:
        raise UsageError(f"--proxy: there is no program {given[0] if given else command!r}")
    return asyncio.run(unless_stopped(_Proxy([program, *given[1:]]).run()))


def checker_of(command: Sequence[str]) -> Checker | None:
    """Return the checker that a server belongs to, also behind ``uv run``; None where its messages are not known."""
    names = (Path(word).stem.removesuffix("-langserver").removesuffix("-lsp") for word in command)
    return next((CHECKERS[name] for name in names if name in CHECKERS), None)


class _Proxy:
    def __init__(self, command: list[str]) -> None:
        self._command = command
        self._checker = checker_of(command)
        self._pulls = Pulls(self._write)
        self._mixed = Mixed(self._publish, self._may_be_false, self._judged, self._pulls.ask_again)
        self._ours = Ours(self._mixed.ours, self._ended)
        self._asked: dict[Any, tuple[str, Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_left = False
        """True once the editor is gone without a word, which is no failure of the server."""

    async def run(self) -> int:
        """Serve until one side ends."""
        loop = asyncio.get_running_loop()
        editor = asyncio.StreamReader(limit=2**24)
        await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(editor), sys.stdin)
        self._theirs = await asyncio.create_subprocess_exec(
            *self._command,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            env={**os.environ, **ENGLISH},
            limit=2**24,
        )
        await self._ours.start()
        pumps = [asyncio.ensure_future(self._from_editor(editor)), asyncio.ensure_future(self._from_theirs())]
        try:
            await asyncio.wait(pumps, return_when=asyncio.FIRST_COMPLETED)
        finally:
            await self._end(pumps)
        code = self._theirs.returncode or 0
        return 0 if self._is_left else code if code >= 0 else STOPPED_BY_SIGNAL - code

    async def _end(self, pumps: Sequence[asyncio.Future[None]]) -> None:
        assert self._theirs.stdin is not None
        self._theirs.stdin.close()
        closing = asyncio.ensure_future(self._ours.close())
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._theirs.wait(), 4)
        if self._theirs.returncode is None:
            self._theirs.kill()
            await self._theirs.wait()
        await closing
        for task in (*pumps, *self._tasks):
            task.cancel()

    async def _from_editor(self, editor: asyncio.StreamReader) -> None:
        assert self._theirs.stdin is not None
        while (frame := await read(editor)) is not None:
            if self._pulls.is_answer(frame):
                continue
            self._theirs.stdin.write(frame.raw)  # to wait until it is read would be to miss that the editor goes
            if any(map(frame.may_be, (*HEARD, *_FOLLOWED))):
                with _passing_on():
                    self._look(frame)
            if frame.may_be("exit") and (frame.message() or {}).get("method") == "exit":
                return
        self._is_left = True

    def _look(self, frame: Frame) -> None:
        """Look at a message of the editor that may concern us; it has gone to its server already."""
        message = frame.message() or {}
        method = message.get("method")
        if method in _FOLLOWED and "id" in message:
            self._asked[message["id"]] = method, message.get("params")
            self._pulls.follow(method, message.get("params"))
        elif method in HEARD:
            self._ours.hear(str(method), message.get("params"), frame.raw)
            if method == "textDocument/didChange":
                self._mixed.changed(message["params"]["textDocument"]["uri"])

    async def _from_theirs(self) -> None:
        assert self._theirs.stdout is not None
        while (frame := await read(self._theirs.stdout)) is not None:
            is_changed = False
            with _passing_on():
                is_changed = self._is_changed(frame)
            if not is_changed:
                self._write(frame.raw)

    def _is_changed(self, frame: Frame) -> bool:
        """Return whether a message of the other server goes another way than straight to the editor."""
        if frame.may_be("textDocument/publishDiagnostics"):
            message = frame.message() or {}
            if message.get("method") == "textDocument/publishDiagnostics":
                return not self._mixed.theirs(message["params"])
        if self._pulls.is_part(frame):
            self._later(frame, self._pulls.part(frame, self._mixed))
            return True
        if not self._asked or b'"id"' not in frame.body:
            return False
        message = frame.message() or {}
        asked = self._asked.pop(message.get("id"), None) if "method" not in message else None
        return asked is not None and "result" in message and self._is_answered(frame, message, *asked)

    def _is_answered(self, frame: Frame, message: dict[str, Any], method: str, params: Any) -> bool:
        """Return whether an answer of the other server goes to the editor later."""
        if method == "initialize":
            self._begin(params, message)
            return False
        if method == "textDocument/codeAction":
            self._later(frame, self._with_actions(frame, message, params))
        else:
            self._later(frame, self._pulls.answer(frame, message, params, self._mixed))
        return True

    def _begin(self, params: Any, answer: dict[str, Any]) -> None:
        result: dict[str, Any] = answer.get("result") or {}
        capabilities: dict[str, Any] = result.get("capabilities") or {}
        self._pulls.begin(params)
        self._ours.initialize(params, capabilities.get("positionEncoding") or "utf-16")

    def _ended(self, is_over: bool) -> None:
        """Take back what a server of ours has found that has died; tell the user where no other one follows."""
        self._mixed.without_ours()
        if is_over:
            self._tell("window/showMessage", {"type": 2, "message": _GIVEN_UP})

    async def _with_actions(self, frame: Frame, message: dict[str, Any], params: Any) -> None:
        """Hand on the code actions of the other server with those of jdc."""
        added = await self._ours.ask("textDocument/codeAction", params, seconds=_PATIENCE)
        if added:
            self._write(framed({**message, "result": [*(message["result"] or []), *added]}))
        else:
            self._write(frame.raw)

    def _may_be_false(self, diagnostic: dict[str, Any]) -> bool:
        """Return whether a diagnostic claims what the analysis may know better."""
        if self._checker is None:
            return False
        code, message = str(diagnostic.get("code", "")), str(diagnostic.get("message", ""))
        return may_be_false(self._checker, Reported("", 0, 0, 0, 0, "error", code, message, None))

    async def _judged(self, uri: str, version: int | None, told: list[dict[str, Any]]) -> Judgement | None:
        """Return what jdc says of the diagnostics of a document; None where it does not know the text."""
        if self._checker is None:
            return None
        asked = {"uri": uri, "version": version, "checker": self._checker.name, "diagnostics": told}
        answer: dict[str, Any] | None = await self._ours.ask("jdc/judged", asked, seconds=_PATIENCE)
        return None if answer is None else Judgement(frozenset(answer["false"]), answer["carried"], answer["silent"])

    def _publish(self, params: dict[str, Any]) -> None:
        self._tell("textDocument/publishDiagnostics", params)

    def _tell(self, method: str, params: dict[str, Any]) -> None:
        self._write(framed({"jsonrpc": "2.0", "method": method, "params": params}))

    def _write(self, raw: bytes) -> None:
        sys.stdout.buffer.write(raw)
        sys.stdout.buffer.flush()

    def _later(self, frame: Frame, work: Coroutine[Any, Any, None]) -> None:
        """Hand a message of the other server on when something is done; as it is, where that fails."""
        task = asyncio.ensure_future(self._or_as_it_is(frame, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _or_as_it_is(self, frame: Frame, work: Coroutine[Any, Any, None]) -> None:
        is_done = False
        with _passing_on():
            await work
            is_done = True
        if not is_done:
            self._write(frame.raw)


@contextlib.contextmanager
def _passing_on() -> Generator[None]:
    """Keep what is unexpected in a message from ending the proxy; tell it on standard error, where editors log it."""
    try:
        yield
    except OSError:  # one side is gone
        raise
    except Exception as error:
        sys.stderr.write(f"jdc: a message is handed on as it is: {error!r}\n")
