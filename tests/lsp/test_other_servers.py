"""Diagnostics of each language server for one program, and what jdc makes of them, asked as its proxy asks."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import sys
from pathlib import Path
from typing import Any, Final

import pytest

from jdc_check.lsp.worker import Start, Worker
from jdc_spec.project import DEFAULT

from .conftest import HEAD, run

BIN: Final = Path(sys.executable).parent
SERVERS: Final = {
    "basedpyright": ("basedpyright-langserver", "--stdio"),
    "ty": ("ty", "server"),
    "pyrefly": ("pyrefly", "lsp"),
    "zuban": ("zuban", "server"),
}
COMMENTS: Final = {"ty": "ty: ignore[invalid-assignment]", "pyrefly": "pyrefly: ignore[read-only]"}
PROGRAM: Final = (
    HEAD
    + """\
import chex


@jdc.pytree_dataclass
class State:
    x: Annotated[jax.Array, (3,)]
    n: int = 0


@chex.dataclass
class Chex:
    x: chex.Array


def use(s: State, c: Chex) -> None:
    print(c.to_tuple())  # false
    print(s.replace(n=3))  # false
    print(s.missing)
    s.n = 2
    s.n = 2  # {comment}
    print(s.replace(n="a"))  # false, carried
"""
)
FROZEN: Final = PROGRAM.splitlines().index("    s.n = 2") + 1


@pytest.mark.thorough
@pytest.mark.slow
def test_what_is_false_goes_and_what_is_twice_is_told_once(warm: Path, tmp_path: Path) -> None:
    async def session() -> None:
        shutil.copytree(warm, tmp_path / "cache")
        (tmp_path / "pyrefly.toml").touch()
        worker = Worker(Start(tmp_path, DEFAULT, (), tmp_path / "cache", sys.executable))
        try:
            for name in SERVERS:
                text = PROGRAM.format(comment=COMMENTS.get(name, "pyright: ignore[reportAttributeAccessIssue]"))
                (tmp_path / "use.py").write_text(text)
                diagnostics = await said(name, tmp_path, text)
                await worker.ask(do="update" if worker.is_running else "start", changes={}, look=True)
                path = str(tmp_path / "use.py")
                asked = {"checker": name, "reports": [report(each) for each in diagnostics]}
                told = (await worker.ask(do="ask", question="judged", path=path, **asked))["answer"]
                lines = text.splitlines()
                false = {diagnostics[number]["range"]["start"]["line"] for number in told["false"]}
                assert {number for number, line in enumerate(lines) if "# false" in line} == false, name
                kept = [each for number, each in enumerate(diagnostics) if number not in told["false"]]
                assert {FROZEN - 2, FROZEN - 1} <= {each["range"]["start"]["line"] for each in kept}, name
                assert [each["code"] for each in told["carried"]] == ["jdc-arg-type"], name
                # zuban has no comments of its own, and says the second one too
                assert [each["line"] for each in told["silent"]] == [FROZEN, FROZEN + 1], name
        finally:
            await worker.close()

    run(session)


def report(told: dict[str, Any]) -> dict[str, Any]:
    ends = (told["range"]["start"], told["range"]["end"])
    place = [number + 1 for end in ends for number in (end["line"], end["character"])]
    is_error = told.get("severity", 1) == 1
    return {"place": place, "rule": str(told.get("code", "")), "message": told["message"], "is_error": is_error}


async def said(name: str, root: Path, text: str) -> list[dict[str, Any]]:
    """Return what a server tells of a text."""
    pipe, path = asyncio.subprocess.PIPE, os.pathsep.join([str(BIN), os.environ["PATH"]])
    variables = {**os.environ, "VIRTUAL_ENV": sys.prefix, "PATH": path}
    command = (BIN / SERVERS[name][0], *SERVERS[name][1:])
    server = await asyncio.create_subprocess_exec(
        *command, cwd=root, stdin=pipe, stdout=pipe, stderr=asyncio.subprocess.DEVNULL, env=variables, limit=2**24
    )

    def tell(method: str, params: Any, **more: Any) -> None:
        body = json.dumps({"jsonrpc": "2.0", **more, "method": method, "params": params}).encode()
        server.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)

    folders = [{"uri": root.as_uri(), "name": "root"}]
    tell("initialize", {"capabilities": {}, "rootUri": root.as_uri(), "workspaceFolders": folders}, id=1)
    document = {"uri": (root / "use.py").as_uri(), "languageId": "python", "version": 1, "text": text}
    try:
        async with asyncio.timeout(60):
            while True:
                header = await server.stdout.readuntil(b"\r\n\r\n")
                length = next(
                    int(line[15:]) for line in header.split(b"\r\n") if line.lower().startswith(b"content-l")
                )
                message = json.loads(await server.stdout.readexactly(length))
                if message.get("id") == 1 and "result" in message:
                    tell("initialized", {})
                    tell("workspace/didChangeConfiguration", {"settings": {}})  # for which pyright waits
                    tell("textDocument/didOpen", {"textDocument": document})
                if message.get("method") == "textDocument/publishDiagnostics":
                    found = message["params"]["diagnostics"]
                    if any("missing" in each["message"] for each in found):
                        return found
    finally:
        tell("shutdown", None, id=2)
        tell("exit", None)
        server.stdin.close()
        await server.communicate()
