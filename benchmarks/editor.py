"""An editor as a language server sees it, as small as can be: frames out, frames in, and the time between."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
import time
from pathlib import Path
from typing import Any


class Editor:
    """A server in a process of its own, and one document that is edited."""

    def __init__(self, command: list[str], root: Path, environment: dict[str, str]) -> None:
        self.process = subprocess.Popen(
            command,
            cwd=root,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        self._number = 0
        threading.Thread(target=self._read, daemon=True).start()
        folder = {"uri": root.as_uri(), "name": root.name}
        given = {"processId": None, "rootUri": root.as_uri(), "workspaceFolders": [folder], "capabilities": {}}
        self.request("initialize", given)
        self.notify("initialized", {})

    def _read(self) -> None:
        stream = self.process.stdout
        assert stream is not None
        while line := stream.readline():
            length = 0
            while line.strip():
                if line.lower().startswith(b"content-length:"):
                    length = int(line.split(b":")[1])
                line = stream.readline()
            self._messages.put(json.loads(stream.read(length)))

    def _send(self, message: dict[str, Any]) -> None:
        body = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self.process.stdin is not None
        self.process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        self.process.stdin.flush()

    def notify(self, method: str, params: Any) -> None:
        self._send({"method": method, "params": params})

    def request(self, method: str, params: Any) -> Any:
        """Return the result of a request."""
        self._number += 1
        self._send({"id": self._number, "method": method, "params": params})
        return self._wait(lambda message: message.get("id") == self._number and "method" not in message)["result"]

    def _wait(self, is_it: Any, seconds: float = 300) -> dict[str, Any]:
        until = time.monotonic() + seconds
        while True:
            message = self._messages.get(timeout=max(until - time.monotonic(), 0.001))
            if is_it(message):
                return message
            if "id" in message and "method" in message:  # what a server asks: settings and the like
                items = (message.get("params") or {}).get("items")
                self._send({"id": message["id"], "result": [None] * len(items) if items else None})

    def open(self, path: Path, text: str) -> list[dict[str, Any]]:
        """Return what is told of a document that is opened."""
        document = {"uri": path.as_uri(), "languageId": "python", "version": 1, "text": text}
        self.notify("textDocument/didOpen", {"textDocument": document})
        return self._diagnostics(path, 1)

    def change(self, path: Path, version: int, text: str) -> list[dict[str, Any]]:
        """Return what is told of a document after an edit."""
        document = {"uri": path.as_uri(), "version": version}
        self.notify("textDocument/didChange", {"textDocument": document, "contentChanges": [{"text": text}]})
        return self._diagnostics(path, version)

    def _diagnostics(self, path: Path, version: int) -> list[dict[str, Any]]:
        def is_it(message: dict[str, Any]) -> bool:
            params = message.get("params") or {}
            is_told = message.get("method") == "textDocument/publishDiagnostics"
            return is_told and params["uri"] == path.as_uri() and params.get("version", version) == version

        found: list[dict[str, Any]] = self._wait(is_it)["params"]["diagnostics"]
        return found

    def close(self) -> None:
        self.request("shutdown", None)
        self.notify("exit", None)
        self.process.wait(20)
