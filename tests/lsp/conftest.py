"""``jdc lsp`` as an editor runs it, on projects whose libraries are analysed already."""

from __future__ import annotations

import asyncio
import fcntl
import os
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

import cattrs
import pytest
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import LanguageClient, client_capabilities
from pytest_lsp.client import register_lsp_features
from warm_cache import AS_JDC_CHECK, ROOT, folder

from jdc_spec.environment import VARIABLE

HEAD: Final = "from typing import Annotated\n\nimport jax\nimport jax.numpy as jnp\nimport jdc_runtime as jdc\n\n"
IMPORTED: Final = "jax, jax.numpy, jdc_runtime, jax_dataclasses, flax.struct, chex"
COMMAND: Final = (sys.executable, "-P", "-m", "jdc_check", "lsp")


@pytest.fixture(scope="session")
def warm() -> Path:
    """Return a cache in which the libraries are analysed, for functions one by one."""
    cache, configuration = folder() / "warm-live", folder() / "warm-live.ini"
    with (folder() / "warm-live.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        configuration.write_text(AS_JDC_CHECK)
        options = ("--config-file", configuration, "--cache-dir", cache, "--cache-fine-grained")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "mypy", *options, "-c", f"import {IMPORTED}"],
            cwd=folder(),
            env={**os.environ, VARIABLE: "1"},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stdout + done.stderr
    return cache


@dataclass
class Editor:
    """An editor with a server, and what the server has told."""

    client: LanguageClient
    root: Path
    versions: dict[str, int] = field(default_factory=dict)
    texts: dict[str, str] = field(default_factory=dict)

    def uri(self, name: str) -> str:
        return (self.root / name).as_uri()

    def write(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            (self.root / name).parent.mkdir(parents=True, exist_ok=True)
            (self.root / name).write_text(text, encoding="utf-8")

    def open(self, name: str, text: str | None = None) -> None:
        text = (self.root / name).read_text(encoding="utf-8") if text is None else text
        self.versions[name], self.texts[name] = 1, text
        document = types.TextDocumentItem(self.uri(name), types.LanguageKind.Python, 1, text)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(document))

    def change(self, name: str, text: str) -> int:
        self.versions[name] += 1
        self.texts[name] = text
        document = types.VersionedTextDocumentIdentifier(self.versions[name], self.uri(name))
        change = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return self.versions[name]

    def close(self, name: str) -> None:
        document = types.TextDocumentIdentifier(self.uri(name))
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(document))
        del self.versions[name]

    def files_changed(self, *names: str) -> None:
        changes = [types.FileEvent(self.uri(name), types.FileChangeType.Changed) for name in names]
        self.client.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(changes))

    async def diagnostics(self, name: str, version: int | None = None) -> list[types.Diagnostic]:
        """Wait for the diagnostics of a version of a document, the newest by default."""
        wanted = self.versions.get(name) if version is None else version

        def arrived() -> bool:
            return self.published.get(self.uri(name), (None, []))[0] == wanted and self.uri(name) in self.published

        await wait_until(arrived)
        return self.published[self.uri(name)][1]

    @property
    def published(self) -> dict[str, tuple[int | None, list[types.Diagnostic]]]:
        return self.client.published  # type: ignore[attr-defined]

    async def codes(self, name: str, version: int | None = None) -> list[tuple[int, str]]:
        """Wait for the lines (from 1) and codes of what is told of a document."""
        return lines_and_codes(await self.diagnostics(name, version))

    async def actions(self, name: str, line: int, only: str | None = None) -> list[types.CodeAction]:
        """Return the actions on a line, counted from 1, with what is told there."""
        whole = types.Range(types.Position(line - 1, 0), types.Position(line - 1, 1000))
        here = [each for each in self.published[self.uri(name)][1] if each.range.start.line == line - 1]
        context = types.CodeActionContext(here, [only] if only else None)
        params = types.CodeActionParams(types.TextDocumentIdentifier(self.uri(name)), whole, context)
        return await self.client.text_document_code_action_async(params) or []

    def applied(self, name: str, action: types.CodeAction) -> str:
        """Return the text of a document after an action."""
        assert action.edit is not None
        return edited(self.texts[name], action.edit.changes[self.uri(name)])

    def at(self, name: str, marker: str, offset: int = 0) -> dict[str, Any]:
        """Return the position of a piece of text."""
        before = self.texts[name][: self.texts[name].index(marker) + offset]
        line = before.count("\n")
        position = types.Position(line, len(before) - before.rfind("\n") - 1)
        return {"text_document": types.TextDocumentIdentifier(self.uri(name)), "position": position}


def lines_and_codes(diagnostics: list[types.Diagnostic]) -> list[tuple[int, str]]:
    return sorted((each.range.start.line + 1, str(each.code)) for each in diagnostics)


def edited(text: str, edits: list[types.TextEdit]) -> str:
    lines = text.split("\n")
    for edit in sorted(edits, key=lambda e: (e.range.start.line, e.range.start.character), reverse=True):
        first, last = edit.range.start, edit.range.end
        changed = lines[first.line][: first.character] + edit.new_text + lines[last.line][last.character :]
        lines[first.line : last.line + 1] = changed.split("\n")
    return "\n".join(lines)


async def wait_until(arrived: Callable[[], bool], seconds: float = 90) -> None:
    async with asyncio.timeout(seconds):
        while not arrived():
            await asyncio.sleep(0.01)


Start = Callable[..., AbstractAsyncContextManager[Editor]]


@pytest.fixture
def start(warm: Path, tmp_path: Path) -> Start:
    """Return what starts an editor on a project of some files."""

    @asynccontextmanager
    async def started(
        files: dict[str, str],
        *,
        command: tuple[str, ...] = COMMAND,
        folders: list[str] | None = None,
        environment: dict[str, str] | None = None,
        asks: bool = False,
        **options: Any,
    ) -> AsyncIterator[Editor]:
        roots = [tmp_path / name for name in folders or ["."]]
        for root in roots:
            root.mkdir(exist_ok=True)
            shutil.copytree(warm, root / ".jdc_cache" / "live", dirs_exist_ok=True)
        client = await _client(command, tmp_path, environment or {})
        editor = Editor(client, tmp_path)
        editor.write(files)
        await client.initialize_session(
            types.InitializeParams(
                capabilities=_capabilities(asks=asks),
                process_id=os.getpid(),
                root_uri=tmp_path.as_uri(),
                workspace_folders=[types.WorkspaceFolder(root.as_uri(), root.name) for root in roots],
                initialization_options=options or None,
            )
        )
        try:
            yield editor
        finally:
            await client.shutdown_session()
            await client.stop()

    return started


def _capabilities(*, asks: bool) -> types.ClientCapabilities:
    """Return those of VS Code, of today where it also asks a server for diagnostics."""
    found = client_capabilities("visual-studio-code")
    if asks:
        assert found.text_document is not None
        assert found.workspace is not None
        found.text_document.diagnostic = types.DiagnosticClientCapabilities(dynamic_registration=True)
        found.workspace.diagnostics = types.DiagnosticWorkspaceClientCapabilities(refresh_support=True)
    return found


async def _client(command: tuple[str, ...], cwd: Path, variables: dict[str, str]) -> LanguageClient:
    client = LanguageClient(converter_factory=converter)
    register_lsp_features(client)
    for method in (types.CLIENT_REGISTER_CAPABILITY, types.CLIENT_UNREGISTER_CAPABILITY):
        client.feature(method)(lambda _params: None)
    client.published = {}  # type: ignore[attr-defined]
    del client.protocol.fm.features[types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS]  # which leaves out the version

    @client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
    def published(params: types.PublishDiagnosticsParams) -> None:
        client.published[params.uri] = (params.version, list(params.diagnostics))  # type: ignore[attr-defined]

    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix, "CONDA_PREFIX": "", **variables}
    await client.start_io(command[0], *command[1:], env=environment, cwd=str(cwd))
    return client


def converter() -> cattrs.Converter:
    """Return a converter of messages that passes over what servers say of notebooks; it cannot read that."""
    made = default_converter()
    made.register_structure_hook(types.NotebookDocumentSyncOptions, lambda _value, _type: None)
    return made


def run(session: Callable[[], Awaitable[None]]) -> None:
    """Run what happens in an editor."""
    asyncio.run(asyncio.wait_for(session(), 180))


__all__ = ["HEAD", "ROOT", "Editor", "Start", "lines_and_codes", "run", "wait_until"]
