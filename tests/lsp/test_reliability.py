"""The server lives, and says at last what ``jdc check`` says."""

from __future__ import annotations

import asyncio
import json
import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from lsprotocol import types

from jdc_check.lsp.project import users_cache

from .conftest import COMMAND, Editor, Start, lines_and_codes, run, wait_until
from .test_diagnostics import STATE, USE

MORE = USE.replace("def use", "def more") + "    s.x[0] = 1.0\n"


def cold(root: Path, warm: Path) -> dict[str, list[tuple[int, str]]]:
    """Return what ``jdc check`` finds, by file."""
    cache = root / ".jdc_cache" / "cold"
    if not cache.exists():
        shutil.copytree(warm, cache)
    command = [sys.executable, "-P", "-m", "jdc_check", "check", "--output=json", f"--cache-dir={cache}"]
    done = subprocess.run(command, cwd=root, capture_output=True, text=True, check=False)
    found: dict[str, list[tuple[int, str]]] = {}
    for each in json.loads(done.stdout)["findings"]:
        found.setdefault(each["path"], []).append((each["line"], each["code"]))
    return {path: sorted(findings) for path, findings in found.items()}


async def same_as_cold(editor: Editor, warm: Path) -> None:
    """Save everything, and compare what was last told with what ``jdc check`` finds."""
    for name, text in editor.texts.items():
        if name in editor.versions:
            (editor.root / name).write_text(text)
    names = sorted(path.name for path in editor.root.glob("*.py"))
    wanted = await asyncio.to_thread(cold, editor.root, warm)
    for name in names:
        await wait_until(lambda name=name: told(editor, name) == wanted.get(name, []), 60)


def told(editor: Editor, name: str) -> list[tuple[int, str]]:
    return lines_and_codes(editor.published.get(editor.uri(name), (None, []))[1])


def children(pid: int) -> list[int]:
    """Return the processes that a process has started, and those that they have."""
    try:
        found = [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []
    return [each for child in found for each in (child, *children(child))]


def server_of(editor: Editor) -> int:
    return editor.client._server.pid  # type: ignore[union-attr]


@pytest.mark.slow
@pytest.mark.thorough
def test_typing_killing_and_moving(start: Start, warm: Path) -> None:
    async def session() -> None:
        async with start({"state.py": STATE, "use.py": USE, "other.py": "x = 1\n"}) as editor:
            editor.open("use.py")
            assert await editor.codes("use.py") == [(5, "jdc-frozen")]
            await two_edits_at_once(editor)
            await five_hundred_keystrokes(editor)
            await same_as_cold(editor, warm)
            await a_killed_analysis(editor)
            await same_as_cold(editor, warm)
            await new_moved_and_deleted_files(editor)
            await same_as_cold(editor, warm)
            await what_is_no_file_of_the_project(editor)
            await settings(editor)
            await same_as_cold(editor, warm)

    run(session)


async def two_edits_at_once(editor: Editor) -> None:
    for number in range(5):
        editor.change("use.py", USE + f"# {number}\n" + ("    s.n = 3\n" if number == 4 else ""))
    assert await editor.codes("use.py") == [(5, "jdc-frozen"), (7, "jdc-frozen")]


async def five_hundred_keystrokes(editor: Editor) -> None:
    """Write a text letter by letter, most of the time with a parenthesis that nothing closes."""
    line = "    print((s.n, [s.x.sum(), {'a': (s.n, s.n)}], " + "s.n + " * 72 + "1))\n"
    assert len(line) >= 480
    for end in range(1, len(line) + 1):
        editor.change("use.py", USE + line[:end])
        if end % 25 == 0:
            await asyncio.sleep(0.02)
    editor.change("use.py", USE + line + "    s.n = 4\n")
    assert await editor.codes("use.py") == [(5, "jdc-frozen"), (7, "jdc-frozen")]


async def a_killed_analysis(editor: Editor) -> None:
    [worker] = children(server_of(editor))
    os.kill(worker, signal.SIGKILL)
    editor.change("use.py", MORE)
    assert await editor.codes("use.py") == [(5, "jdc-frozen"), (6, "jdc-frozen")]
    version = editor.change("use.py", USE)
    await asyncio.sleep(0.15)
    os.kill(children(server_of(editor))[0], signal.SIGSEGV)  # most likely in the middle of an answer
    assert await editor.codes("use.py", version) == [(5, "jdc-frozen")]


async def new_moved_and_deleted_files(editor: Editor) -> None:
    editor.open("unsaved.py", "from use import use\nfrom state import State\nx: State = use\nx.n = 1\n")
    assert await editor.codes("unsaved.py") == [(4, "jdc-frozen")]
    editor.close("unsaved.py")  # and never saved
    await wait_until(lambda: told(editor, "unsaved.py") == [])
    (editor.root / "use.py").rename(editor.root / "moved.py")
    editor.close("use.py")
    editor.files_changed("use.py", "moved.py")
    await wait_until(lambda: told(editor, "moved.py") == [(5, "jdc-frozen")] and told(editor, "use.py") == [])
    editor.write({"moved.py": "from state import State\n", "new.py": MORE})
    editor.files_changed("moved.py", "new.py")
    await wait_until(lambda: told(editor, "moved.py") == [] and len(told(editor, "new.py")) == 2)
    editor.write({"broken.py": "def (:\n"})
    editor.files_changed("broken.py")
    (editor.root / "other.py").unlink()
    editor.files_changed("other.py")
    editor.open("new.py", MORE + "    s.n = 7\n")
    assert len(await editor.codes("new.py")) == 3
    (editor.root / "broken.py").unlink()
    editor.files_changed("broken.py")


async def what_is_no_file_of_the_project(editor: Editor) -> None:
    for uri in ("untitled:Untitled-1", "file:///nowhere/at/all.py", "git:/x.py?1"):
        document = types.TextDocumentItem(uri, types.LanguageKind.Python, 1, USE)
        editor.client.text_document_did_open(types.DidOpenTextDocumentParams(document))
        at = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(0, 0))
        assert await editor.client.text_document_hover_async(at) is None
    editor.open("huge.py", "x = 1\n" * 400_000)
    editor.close("huge.py")
    editor.change("new.py", MORE)
    assert len(await editor.codes("new.py")) == 2


async def settings(editor: Editor) -> None:
    (editor.root / "pyproject.toml").write_text('[tool.jdc]\ndisable = ["jdc-frozen"]\n')
    editor.files_changed("pyproject.toml")
    await wait_until(lambda: told(editor, "new.py") == [])
    (editor.root / "pyproject.toml").write_text("[tool.jdc\n")
    editor.files_changed("pyproject.toml")
    await asyncio.sleep(0.3)
    (editor.root / "pyproject.toml").unlink()
    editor.files_changed("pyproject.toml")
    await wait_until(lambda: len(told(editor, "new.py")) == 2)


@pytest.mark.slow
def test_nothing_is_left_when_the_editor_dies(start: Start, tmp_path: Path) -> None:
    async def session() -> None:
        async with start({"state.py": STATE, "use.py": USE}) as editor:
            editor.open("use.py")
            await editor.diagnostics("use.py")
            left = [server_of(editor), *children(server_of(editor))]
            assert len(left) == 2
            editor.client._server.stdin.close()  # type: ignore[union-attr]
            await wait_until(lambda: not any(is_running(pid) for pid in left), 20)

    with pytest.raises(Exception):
        run(session)


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


@pytest.mark.thorough
@pytest.mark.slow
def test_folders_and_trust(start: Start, warm: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    caches = tmp_path / ".caches"
    monkeypatch.setenv("XDG_CACHE_HOME", str(caches))
    for name in "ab":
        shutil.copytree(warm, users_cache(tmp_path / name))

    async def session(trusted: bool) -> bool:
        files = {f"{name}/{file}": text for name in "ab" for file, text in (("state.py", STATE), ("use.py", USE))}
        async with start(files, folders=["a", "b"], environment={"VIRTUAL_ENV": ""}, trusted=trusted) as editor:
            ran = tmp_path / "ran"
            ran.unlink(missing_ok=True)
            editor.open("a/use.py")
            await wait_until(lambda: told(editor, "a/use.py") == told(editor, "b/use.py") == [(5, "jdc-frozen")])
            if trusted:
                await folders_change(editor)
            return ran.exists()

    for name in "ab":
        interpreter = tmp_path / name / ".venv" / "bin" / "python"
        interpreter.parent.mkdir(parents=True)
        interpreter.write_text(f'#!/bin/sh\ntouch {tmp_path}/ran\nexec {sys.executable} "$@"\n')
        interpreter.chmod(0o755)

    async def both() -> None:
        assert await session(trusted=True)
        assert not await session(trusted=False)

    run(both)


async def folders_change(editor: Editor) -> None:
    """Take away one folder: nothing is told of it any more."""
    removed = types.WorkspaceFolder((editor.root / "b").as_uri(), "b")
    event = types.WorkspaceFoldersChangeEvent(added=[], removed=[removed])
    editor.client.workspace_did_change_workspace_folders(types.DidChangeWorkspaceFoldersParams(event))
    await wait_until(lambda: told(editor, "b/use.py") == [])
    assert told(editor, "a/use.py") == [(5, "jdc-frozen")]


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_a_signal_ends_it_at_once() -> None:
    """Also while it waits for an editor that keeps the pipe open."""
    body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null}}'
    with subprocess.Popen(COMMAND, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        process.stdin.flush()
        process.stdout.readline()  # it serves
        process.send_signal(signal.SIGTERM)
        assert process.wait(10) == 128 + signal.SIGTERM
        assert process.stderr.read() == b""


def test_what_is_no_message() -> None:
    """Invalid JSON, half a message, an unknown method and a line that none has: the next message is answered all the same."""

    async def session() -> None:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(*COMMAND, stdin=pipe, stdout=pipe, stderr=pipe)
        assert process.stdin is not None
        assert process.stdout is not None
        for body in (b"{", b"[]", b'"x"', b"{}", b'{"jsonrpc":"2.0","method":"no/such","params":{}}', b"\xff\xfe"):
            process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        body = b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"capabilities":{},"processId":null}}'
        frame = b"Content-Length: %d\r\n\r\n" % len(body) + body
        process.stdin.write(frame[:40])
        await process.stdin.drain()
        await asyncio.sleep(0.2)
        process.stdin.write(frame[40:])
        async with asyncio.timeout(20):
            read = b""
            while b'"codeActionProvider"' not in read:
                read += await process.stdout.read(4096)
        body = (
            b'{"jsonrpc":"2.0","id":2,"method":"textDocument/hover","params":'
            b'{"textDocument":{"uri":"file:///x.py"},"position":{"line":-1,"character":-4}}}'
        )
        process.stdin.write(b"Content-Length: %d\r\n\r\n" % len(body) + body)
        async with asyncio.timeout(20):
            while b'"id":2' not in read.replace(b" ", b"") or b"-32602" not in read:
                read += await process.stdout.read(4096)
        process.stdin.write(b"Content-Length: 99\r\n\r\n{")
        process.stdin.close()
        await asyncio.wait_for(process.wait(), 10)

    run(session)
