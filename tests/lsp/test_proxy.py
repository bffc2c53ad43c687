"""``jdc lsp --proxy`` in front of a server that is known, and in front of pyright."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shlex
import shutil
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from lsprotocol import types

from .conftest import COMMAND, Start, lines_and_codes, run
from .test_diagnostics import STATE, USE
from .test_reliability import children

FLAX = """\
import flax.struct
import jax


@flax.struct.dataclass
class S:
    x: jax.Array
    n: int = 0


def f(s: S) -> S:
    s = s.replace(n='a')
    s.n = 3
    return s.replace(n=3)
"""
FAKE = Path(__file__).with_name("fake_server.py")


class Raw:
    """A client that looks at bytes."""

    def __init__(self, process: asyncio.subprocess.Process) -> None:
        self.process = process

    def send(self, body: bytes, header: bytes = b"Content-Length: %d\r\n\r\n") -> bytes:
        raw = header % len(body) + body
        self.process.stdin.write(raw)
        return raw

    def tell(self, method: str, params: object, **more: object) -> None:
        self.send(json.dumps({"jsonrpc": "2.0", **more, "method": method, "params": params}).encode())

    async def next(self, version: int) -> list[int]:
        """Wait for findings of jdc in a version of a document; return their lines."""
        while True:
            _, body = await asyncio.wait_for(self.receive(), 90)
            told = json.loads(body).get("params") or {}
            ours = [each for each in told.get("diagnostics", ()) if each.get("source") == "jdc"]
            if ours and told.get("version") == version:
                return [each["range"]["start"]["line"] + 1 for each in ours]

    async def receive(self) -> tuple[bytes, bytes]:
        header = await self.process.stdout.readuntil(b"\r\n\r\n")
        length = next(
            int(line.split(b":")[1]) for line in header.split(b"\r\n") if line.lower().startswith(b"content-length")
        )
        return header, await self.process.stdout.readexactly(length)


@asynccontextmanager
async def proxied(tmp_path: Path, command: str = "") -> AsyncIterator[Raw]:
    command = command or f"{sys.executable} {FAKE} {tmp_path / 'heard'}"
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
        assert await asyncio.wait_for(process.wait(), 20) == 0


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


def test_what_is_malformed_passes_and_ends_nothing(tmp_path: Path) -> None:
    async def session() -> None:
        async with proxied(tmp_path) as client:
            client.send(b'{"id": 1, "method": "initialize"}')
            assert b'"id": 1' in (await client.receive())[1]
            client.send(b'{"method": "textDocument/didChange"}')
            client.send(b'{"method": "textDocument/didChange", "params": {}}')
            client.send(b'{"id": [1], "method": "textDocument/diagnostic"}')
            client.send(b'{"id": 2, "method": "textDocument/diagnostic", "params": null}')
            client.send(b'{"id": 3, "method": "textDocument/hover"}')
            answers = [json.loads((await asyncio.wait_for(client.receive(), 20))[1])["id"] for _ in range(3)]
            assert sorted(answers, key=str) == [2, 3, [1]]

    run(session)


def test_a_server_that_does_not_read_keeps_nothing_alive(tmp_path: Path) -> None:
    async def session() -> None:
        sleeps = tmp_path / "sleeps.py"
        sleeps.write_text("import os, time\nopen('pid', 'w').write(f'{os.getpid()}.')\ntime.sleep(100)\n")
        pid = tmp_path / "pid"
        async with proxied(tmp_path, f"{sys.executable} {sleeps}") as client:
            client.send(b"x" * 2_000_000)  # and `proxied` waits for the end
            while not pid.exists() or not pid.read_text().endswith("."):
                await asyncio.sleep(0.05)
        with pytest.raises(ProcessLookupError):
            os.kill(int(pid.read_text()[:-1]), 0)

    run(session)


@pytest.mark.slow
@pytest.mark.thorough
def test_what_dies_comes_back_with_its_documents(warm: Path, tmp_path: Path) -> None:
    """A few times, and then the user is told."""

    async def session() -> None:
        shutil.copytree(warm, tmp_path / ".jdc_cache" / "live")
        (tmp_path / "use.py").write_text("")
        (tmp_path / "state.py").write_text(STATE)
        async with proxied(tmp_path) as client:
            uri = tmp_path.as_uri()
            client.tell("initialize", {"capabilities": {}, "rootUri": uri}, id=1)
            await client.receive()
            client.tell("initialized", {})
            document = {"uri": f"{uri}/use.py", "languageId": "python", "version": 1, "text": USE}
            client.tell("textDocument/didOpen", {"textDocument": document})
            assert (await client.next(1)) == [5]
            kill_ours(client)
            nothing = {"start": {"line": 0, "character": 0}, "end": {"line": 0, "character": 0}}
            changed = {
                "textDocument": {**document, "version": 2},
                "contentChanges": [{"range": nothing, "text": "\n"}],
            }
            client.tell("textDocument/didChange", changed)
            assert (await client.next(2)) == [6]
            killed: set[int] = set()
            for _ in range(3):
                while not (found := kill_ours(client)) or found <= killed:
                    await asyncio.sleep(0.05)
                killed |= found
            body = b""
            while b"window/showMessage" not in body:
                _, body = await asyncio.wait_for(client.receive(), 60)
            assert b"restart the language server" in body
            await asyncio.sleep(0.5)
            assert not kill_ours(client)

    run(session)


def kill_ours(client: Raw) -> set[int]:
    """Kill the server of jdc and its analysis; return their numbers."""
    ours = {pid for pid in children(client.process.pid) if b"jdc_check" in command_line(pid)}
    for pid in ours:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return ours


def command_line(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.slow
@pytest.mark.thorough
def test_in_front_of_pyright(start: Start) -> None:
    async def session() -> None:
        server = Path(sys.executable).with_name("pyright-langserver")
        command = (*COMMAND, "--proxy", shlex.join([str(server), "--stdio"]))
        text = USE + "    s.missing\n    print('🎉', s.replace(n=3))\n"
        files = {"state.py": STATE, "use.py": text, "flaxed.py": FLAX}
        async with start(files, command=command) as editor:
            editor.client.set_configuration({"python": {"pythonPath": sys.executable}})
            editor.open("use.py")
            # line 5 is told by pyright alone, which says what jdc-frozen says; line 7 is right
            expected = [(5, "reportAttributeAccessIssue"), (6, "reportAttributeAccessIssue")]
            await until(lambda: here(editor) == expected)
            hover = await editor.client.text_document_hover_async(
                types.HoverParams(**editor.at("use.py", "s: State"))
            )
            assert "(parameter) s: State" in str(hover)
            actions = await editor.actions("use.py", 5)
            assert "Ignore jdc-frozen here" in [each.title for each in actions]
            editor.open("flaxed.py")  # pyright says of both calls that there is no replace, and nothing of the first
            await until(lambda: told(editor, "flaxed.py") == [(12, "jdc-arg-type"), (13, "jdc-frozen")])
            version = editor.change("flaxed.py", FLAX.replace("'a')", "'a')  # pyright: ignore[jdc-arg-type]"))
            await until(lambda: told(editor, "flaxed.py", version) == [(13, "jdc-frozen")])
            version = editor.change("flaxed.py", FLAX.replace("'a')", "'a')  # jdc: ignore"))  # and that is not idle
            await until(lambda: told(editor, "flaxed.py", version) == [(13, "jdc-frozen")])
            line = "s.n = 2  # pyright: ignore[reportAttributeAccessIssue]"
            version = editor.change("use.py", text.replace("s.n = 2", line))
            await until(lambda: told(editor, "use.py", version) == expected[1:])

    run(session)


def told(editor: Any, name: str, version: int = 1) -> list[tuple[int, str]] | None:
    told_version, diagnostics = editor.published.get(editor.uri(name), (None, []))
    return lines_and_codes(diagnostics) if told_version == version else None


def here(editor: Any) -> list[tuple[int, str]]:
    return lines_and_codes(editor.published.get(editor.uri("use.py"), (None, []))[1])


async def until(arrived: Any) -> None:
    async with asyncio.timeout(90):
        while not arrived():
            await asyncio.sleep(0.05)
