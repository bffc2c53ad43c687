"""A server that says what a test wants it to say, in the bytes that the test wants."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any


def main() -> None:
    with Path(sys.argv[1]).open("wb", buffering=0) as heard:
        serve(heard)


def serve(heard: Any) -> None:
    """Answer until the client says that it exits; fail, as the protocol wants, where it only goes."""
    while (message := read(heard)) is not None:
        if message.get("method") == "exit":
            return
        if message.get("method") == "initialize":
            write({"id": message["id"], "result": {"capabilities": {"positionEncoding": "utf-16"}}})
        elif message.get("method") == "textDocument/hover":
            write({"id": message["id"], "result": {"contents": "é ✓"}})
        elif "id" in message:
            write({"id": message["id"], "result": None})
        elif message.get("method") == "textDocument/didOpen":
            document = message["params"]["textDocument"]
            told = {
                "range": {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 1}},
                "message": "theirs",
            }
            write(
                {
                    "method": "textDocument/publishDiagnostics",
                    "params": {
                        "uri": document["uri"],
                        "version": document["version"],
                        "diagnostics": [told],
                        "own": 1,
                    },
                }
            )
    sys.exit(1)


def read(heard: Any) -> dict[str, Any] | None:
    length = 0
    while (line := sys.stdin.buffer.readline()).strip():
        heard.write(line)
        if line.lower().startswith(b"content-length"):
            length = int(line.split(b":")[1])
    if not line:
        return None
    body = sys.stdin.buffer.read(length)
    heard.write(line + body)
    return json.loads(body)


def write(message: dict[str, Any]) -> None:
    """Write a message in a form of its own: another order of headers, blanks and escapes in the JSON."""
    body = json.dumps({"jsonrpc": "2.0", **message}, indent=1, ensure_ascii=False).replace("/", "\\/").encode()
    sys.stdout.buffer.write(
        b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: %d\r\n\r\n" % len(body) + body
    )
    sys.stdout.buffer.flush()


main()
