"""The ``jdc lsp`` behind the proxy: it hears what the editor says, and is asked what the proxy needs to know."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import sys
from collections.abc import Callable
from typing import Any, Final, cast

from jdc_check.lsp.proxy.frames import framed, read
from jdc_check.lsp.proxy.heard import Heard

HEARD: Final = frozenset(
    (
        "initialized",
        "exit",
        "textDocument/didOpen",
        "textDocument/didChange",
        "textDocument/didClose",
        "textDocument/didSave",
        "workspace/didChangeWatchedFiles",
        "workspace/didChangeWorkspaceFolders",
        "workspace/didChangeConfiguration",
    )
)
"""The notifications that go to both servers."""


_MOST_STARTS: Final = 4
_WITHIN: Final = 300.0
"""Seconds in which so many starts are enough."""


class Ours:
    """Our server. Requests that it cannot answer in time are left out, and if it dies another one takes its place."""

    def __init__(self, on_diagnostics: Callable[[dict[str, Any]], None], on_end: Callable[[bool], None]) -> None:
        """``on_end`` is told of each death, and whether no other server follows."""
        self._on_diagnostics, self._on_end = on_diagnostics, on_end
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._heard: Heard | None = None
        self._given: dict[str, Any] = {}
        self._beginning: asyncio.Task[None] | None = None
        self._starts: list[float] = []
        self._ready = asyncio.Event()
        self._is_over = False
        self._number = 0

    async def start(self) -> None:
        """Start the process, and read what it says until it ends; then start another one."""
        await self._run()
        self._reader = asyncio.ensure_future(self._read())

    async def _run(self) -> None:
        self._starts.append(asyncio.get_running_loop().time())
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "jdc_check", "lsp"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )

    def initialize(self, params: dict[str, Any], encoding: str) -> None:
        """Begin as the editor began, counting columns as the other server does."""
        given = copy.deepcopy(params)
        capabilities = given.setdefault("capabilities", {})
        capabilities.setdefault("general", {})["positionEncodings"] = [encoding]
        capabilities.setdefault("window", {})["workDoneProgress"] = False
        workspace = capabilities.setdefault("workspace", {})
        workspace["configuration"] = False  # the editor speaks with the other server
        workspace["didChangeWatchedFiles"] = {"dynamicRegistration": False}
        options: Any = given.get("initializationOptions")
        own = cast("dict[str, Any]", options).get("jdc") if isinstance(options, dict) else None
        given["initializationOptions"] = own
        self._given, self._heard = given, Heard(encoding)
        self._beginning = asyncio.ensure_future(self._begin())

    async def _begin(self) -> None:
        """Tell a new process how the editor began, and what has been said since."""
        process = self._process
        await self._exchange("initialize", self._given, seconds=60)
        if process is self._process and self._heard is not None:
            self._ready.set()
            for frame in self._heard.again():
                self._write(frame)

    def hear(self, method: str, params: Any, raw: bytes) -> None:
        """Hand on a notification of the editor, after the beginning."""
        if self._heard is not None:
            self._heard.take(method, params, raw)
        if method == "exit":
            self._is_over = True
        if self._ready.is_set():
            self._write(raw)

    async def ask(self, method: str, params: Any, *, seconds: float) -> Any:
        """Return the result of a request; None where there is none in time."""
        if self._is_over:
            return None
        began = asyncio.get_running_loop().time()
        try:
            await asyncio.wait_for(self._ready.wait(), seconds)
        except TimeoutError:
            return None
        left = began + seconds - asyncio.get_running_loop().time()
        return await self._exchange(method, params, seconds=left)

    async def _exchange(self, method: str, params: Any, *, seconds: float) -> Any:
        self._number += 1
        number = f"jdc-{self._number}"
        answer = self._waiting[number] = asyncio.get_running_loop().create_future()
        self._write(framed({"jsonrpc": "2.0", "id": number, "method": method, "params": params}))
        try:
            return await asyncio.wait_for(answer, seconds)
        except TimeoutError:
            return None
        finally:
            self._waiting.pop(number, None)

    def _write(self, raw: bytes) -> None:
        process = self._process
        if process is not None and process.stdin is not None and not process.stdin.is_closing():
            process.stdin.write(raw)

    async def _read(self) -> None:
        while self._process is not None:
            await self._listen(self._process)
            self._ready.clear()
            for answer in self._waiting.values():
                if not answer.done():
                    answer.set_result(None)
            if self._is_over:
                return
            self._process = None
            now = asyncio.get_running_loop().time()
            self._is_over = sum(now - start < _WITHIN for start in self._starts) >= _MOST_STARTS
            self._on_end(self._is_over)
            if not self._is_over:
                await self._run()
                if self._heard is not None:
                    self._beginning = asyncio.ensure_future(self._begin())

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Take what a process says until it ends."""
        assert process.stdout is not None
        while (frame := await read(process.stdout)) is not None:
            message = frame.message() or {}
            if message.get("method") == "textDocument/publishDiagnostics":
                self._on_diagnostics(message["params"])
            elif "method" in message and "id" in message:
                self._write(framed({"jsonrpc": "2.0", "id": message["id"], "result": None}))
            elif (answer := self._waiting.get(message.get("id", ""))) is not None and not answer.done():
                answer.set_result(message.get("result"))

    async def close(self) -> None:
        """End the process."""
        self._is_over = True
        process = self._process
        if process is None:
            return
        if process.stdin is not None:
            process.stdin.close()
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(process.wait(), 4)
        if process.returncode is None:
            process.kill()
            await process.wait()
        self._reader.cancel()
        if self._beginning is not None:
            self._beginning.cancel()
