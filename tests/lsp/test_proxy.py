"""``jdc lsp --proxy`` in front of a server that is known, and in front of pyright."""

from __future__ import annotations

import asyncio
import os
import shlex
import shutil
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from .conftest import COMMAND, Start, lines_and_codes, run
from .test_diagnostics import STATE, USE

FAKE = Path(__file__).with_name("fake_server.py")


class Raw:
    """A client that looks at bytes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def send(self, body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
        raw = header % len(body) + body
        self.process.stdin.write(raw)
        return raw

    async def receive(self) -> tuple[bytes, bytes]:
        header = await self.process.stdout.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in header.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        return header, await self.process.stdout.readexactly(length)


@asynccontextmanager
async def proxied(tmp_path: Path) -> AsyncIterator[Raw]:
    command = f"{sys.executable} {FAKE} {tmp_path / 'heard'}"
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        *COMMAND,
        "--proxy",
        command,
        cwd=tmp_path,
        stdin=pipe,
        stdout=pipe,
        env={**os.environ, "VIRTUAL_ENV": sys.prefix},
    )
    try:
        yield Raw(process)
    finally:
        process.stdin.close()
        await asyncio.wait_for(process.wait(), 20)


def test_all_else_passes_byte_for_byte(warm: Path, tmp_path: Path) -> None:
    async def session() -> None:
        shutil.copytree(warm, tmp_path / ".jdc_cache" / "live")
        (tmp_path / "use.py").write_text(USE)
        (tmp_path / "state.py").write_text(STATE)
        async with proxied(tmp_path) as client:
            uri = tmp_path.as_uri()
            sent = client.send(
                b'{"jsonrpc": "2.0",  "id": 1, "method": "initialize", "params": {"capabilities": {}, "rootUri": "%s"}}'
                % uri.encode()
            )
            header, body = await client.receive()
            assert header.startswith(b"Content-Type: application/vscode-jsonrpc; charset=utf-8\r\ncontent-length: ")
            assert body.startswith(b'{\n "jsonrpc"')
            sent += client.send(b'{"jsonrpc":"2.0","method":"initialized","params":{}}')
            sent += client.send('{"id": "é", "method": "textDocument/hover", "params": {}, "own": "✓"}'.encode())
            assert "é ✓".encode() in (await client.receive())[1]
            sent += client.send(b'{"id": 3, "method": "not/known"}', b"Content-Type: x\r\nContent-Length: %d\r\n\r\n")
            assert b'"id": 3' in (await client.receive())[1]
            text = USE.replace("\n", "\\n").replace('"', '\\"')
            sent += client.send(
                b'{"method":"textDocument/didOpen","params":{"textDocument":{"uri":"%s/use.py","languageId":"python",'
                b'"version":1,"text":"%s"}}}' % (uri.encode(), text.encode())
            )
            header, body = await client.receive()
            assert header.startswith(b"Content-Type")  # theirs alone: nothing to add yet
            assert b'"own": 1' in body
            _, body = await asyncio.wait_for(client.receive(), 90)
            while b"jdc-frozen" not in body:
                _, body = await asyncio.wait_for(client.receive(), 90)
            assert b"theirs" in body
            assert b'"own":1' in body
            assert (tmp_path / "heard").read_bytes() == sent

    run(session)


@pytest.mark.slow
def test_in_front_of_pyright(start: Start) -> None:
    async def session() -> None:
        server = Path(sys.executable).with_name("pyright-langserver")
        command = (*COMMAND, "--proxy", shlex.join([str(server), "--stdio"]))
        text = USE + "    s.missing\n    print('🎉', s.replace(n=3))\n"
        async with start({"state.py": STATE, "use.py": text}, command=command) as editor:
            editor.client.set_configuration({"python": {"pythonPath": sys.executable}})
            editor.open("use.py")
            await until(lambda: {"jdc-frozen", "reportAttributeAccessIssue"} <= codes(editor))
            # and not of line 7, of which pyright says the same
            await until(lambda: lines(editor, "reportAttributeAccessIssue") == [5, 6])
            hover = await editor.client.text_document_hover_async(
                types.HoverParams(**editor.at("use.py", "s: State"))
            )
            assert "(parameter) s: State" in str(hover)
            actions = await editor.actions("use.py", 5)
            assert "Ignore jdc-frozen here" in [each.title for each in actions]

    run(session)


def lines(editor: Any, code: str) -> list[int]:
    return [line for line, each in lines_and_codes(editor.published[editor.uri("use.py")][1]) if each == code]


def codes(editor: Any) -> set[str]:
    return {str(each.code) for each in editor.published.get(editor.uri("use.py"), (None, []))[1]}


async def until(arrived: Any) -> None:
    async with asyncio.timeout(90):
        while not arrived():
            await asyncio.sleep(0.05)
