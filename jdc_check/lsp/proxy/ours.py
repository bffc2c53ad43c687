"""The ``jdc lsp`` behind the proxy: it hears what the editor says, and is asked what the proxy needs to know."""

from __future__ import annotations

import asyncio
import contextlib
import copy
import sys
from collections.abc import Callable
from typing import Any, Final, cast

from jdc_check.lsp.proxy.frames import framed, read

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


class Ours:
    """Our server. What it cannot answer in time is left out."""

    def __init__(self, on_diagnostics: Callable[[dict[str, Any]], None]) -> None:
        self._on_diagnostics = on_diagnostics
        self._process: asyncio.subprocess.Process | None = None
        self._waiting: dict[str, asyncio.Future[Any]] = {}
        self._held: list[bytes] = []
        self._is_ready = False
        self._number = 0

    async def start(self) -> None:
        """Start the process, and read what it says."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-P", "-m", "jdc_check", "lsp"),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=2**24,
        )
        self._reader = asyncio.ensure_future(self._read())

    async def initialize(self, params: dict[str, Any], encoding: str) -> None:
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
        await self.ask("initialize", given, seconds=60)
        self._is_ready = True
        held, self._held = self._held, []
        for frame in held:
            self._write(frame)

    def hear(self, raw: bytes) -> None:
        """Hand on a notification of the editor, after the beginning."""
        if self._is_ready:
            self._write(raw)
        else:
            self._held.append(raw)

    async def ask(self, method: str, params: Any, *, seconds: float) -> Any:
        """Return the result of a request; None where there is none in time."""
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
        assert self._process is not None
        assert self._process.stdout is not None
        while (frame := await read(self._process.stdout)) is not None:
            message = frame.message() or {}
            if message.get("method") == "textDocument/publishDiagnostics":
                self._on_diagnostics(message["params"])
            elif "method" in message and "id" in message:
                self._write(framed({"jsonrpc": "2.0", "id": message["id"], "result": None}))
            elif (answer := self._waiting.get(message.get("id", ""))) is not None and not answer.done():
                answer.set_result(message.get("result"))
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_result(None)

    async def close(self) -> None:
        """End the process."""
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
