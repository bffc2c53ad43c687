"""The language server: what the editor says goes to the projects, what they find goes to the editor."""

from __future__ import annotations

import asyncio
import contextlib
import uuid
from collections.abc import AsyncGenerator, Iterable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any, Final

from lsprotocol import types
from pygls.lsp.server import LanguageServer
from pygls.workspace import PositionCodec

from jdc_check.findings import Finding
from jdc_check.live.answers import Answer, Idle
from jdc_check.lsp.diagnostics import comment_diagnostics, diagnostic
from jdc_check.lsp.notebooks import SYNC, OpenNotebook
from jdc_check.lsp.options import Options
from jdc_check.lsp.places import lines_of, path_of, uri_of
from jdc_check.lsp.project import Project
from jdc_check.lsp.protocol import Protocol
from jdc_check.notebooks.notebook import is_notebook
from jdc_check.version import jdc_version

SETTINGS_FILES: Final = frozenset(("pyproject.toml", "setup.cfg", "mypy.ini", ".mypy.ini"))
ROOT_MARKS: Final = ("pyproject.toml", "setup.cfg", "setup.py", ".git")


class JdcServer(LanguageServer):
    """Keeps the projects of a workspace, and what was last told of each file."""

    def __init__(self) -> None:
        super().__init__("jdc", jdc_version(), protocol_cls=Protocol, notebook_document_sync=SYNC)  # pyright: ignore[reportUnknownMemberType] - pygls leaves types out
        self.options = Options()
        self.projects: dict[Path, Project] = {}
        self.findings: dict[str, list[Finding]] = {}
        self.comments: dict[str, list[Idle]] = {}
        self.current: dict[str, int | None] = {}
        """The version of each open document that `findings` speak of."""
        self.notebooks: dict[str, OpenNotebook] = {}
        """Those that the editor has open, by path."""
        self._told: dict[str, list[types.Diagnostic]] = {}
        self._owners: dict[str, Project] = {}

    @property
    def codec(self) -> PositionCodec:
        """Return what knows how the editor counts columns."""
        return self.workspace.position_codec

    def lines(self, path: str) -> Sequence[str]:
        """Return the lines of a file as the editor has it."""
        if path in self.notebooks:
            return self.notebooks[path].lines
        project = self.project_of(path)
        document = None if project is None else project.documents.get(path)
        if document is not None:
            return lines_of(document.text)
        try:
            return lines_of(Path(path).read_text(encoding="utf-8", errors="replace"))
        except OSError:
            return []

    def located(self, uri: str) -> tuple[str | None, int]:
        """Return the path of a document, and how many lines of its module lie above it where it is a cell."""
        for path, notebook in self.notebooks.items():
            if uri in notebook.uris:
                return path, notebook.above(uri)
        return path_of(uri), 0

    def changes(self, path: str, edits: list[types.TextEdit]) -> types.WorkspaceEdit:
        """Return the edits of one document, in the form that every editor understands."""
        notebook = self.notebooks.get(path)
        return types.WorkspaceEdit({uri_of(path): edits} if notebook is None else notebook.edits(edits))

    def project_of(self, path: str) -> Project | None:
        """Return the innermost project that a file is in."""
        inside = [root for root in self.projects if Path(path).is_relative_to(root)]
        return self.projects[max(inside, key=lambda root: len(root.parts))] if inside else None

    def is_current(self, path: str) -> bool:
        """Return whether the findings of a file speak of the text that the editor has now."""
        project = self.project_of(path)
        document = None if project is None else project.documents.get(path)
        return document is not None and path in self.current and self.current[path] == document.version

    def add_folder(self, root: Path) -> Project:
        """Begin to analyse a folder."""
        if root not in self.projects:
            self.projects[root] = Project(root, self.options, self)
        return self.projects[root]

    async def remove_folder(self, root: Path) -> None:
        """End the analysis of a folder, and take back what was told of it."""
        project = self.projects.pop(root, None)
        if project is not None:
            await project.close()
            for path in [path for path, owner in self._owners.items() if owner is project]:
                self._forget(path)

    def project_for(self, path: str) -> Project | None:
        """Return the project of a file that is opened: without a workspace, the one that lies around it."""
        project = self.project_of(path)
        if project is None and not self.workspace.folders and self.workspace.root_path is None:
            parents = Path(path).parents
            root = next((each for each in parents if any((each / mark).exists() for mark in ROOT_MARKS)), parents[0])
            project = self.add_folder(root)
        return project

    def analysed(self, project: Project, answer: Answer, versions: Mapping[str, int | None]) -> None:
        """Tell the editor what is new; nothing about a text that it has no more."""
        for path, findings in answer.findings.items():
            if self.project_of(path) is not project or path in answer.broken:
                continue
            document = project.documents.get(path)
            if document is not None and (path not in versions or versions[path] != document.version):
                continue
            self._owners[path] = project
            self.findings[path], self.comments[path] = findings, answer.comments.get(path, [])
            if document is not None:
                self.current[path] = document.version
            self._publish(path, None if document is None else document.version)

    def gone(self, paths: Iterable[str]) -> None:
        """Take back what was told of files that are none of a project any more."""
        for path in paths:
            self._forget(path)

    def _publish(self, path: str, version: int | None) -> None:
        lines = self.lines(path)
        is_shown = version is not None or not self.options.openFilesOnly
        told = [
            *(diagnostic(finding, lines, self.lines, self.codec) for finding in self.findings[path]),
            *comment_diagnostics(self.comments[path], lines, self.codec),
        ]
        told = told if is_shown else []
        if is_notebook(path):
            self._publish_cells(path, told)
        elif version is not None or self._told.get(path, []) != told:
            self._told[path] = told
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri_of(path), told, version))

    def _publish_cells(self, path: str, told: Iterable[types.Diagnostic]) -> None:
        """Tell the editor of the cells of a notebook that it has open; of others it does not know the cells."""
        if path in self.notebooks:
            for cell, here in self.notebooks[path].diagnostics(map(self._in_cells, told)):
                self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(cell.uri, here, cell.version))

    def _in_cells(self, told: types.Diagnostic) -> types.Diagnostic:
        """Return a diagnostic whose related places in notebooks are told by cell."""
        for each in told.related_information or ():
            each.location = self._in_cell(each.location)
        return told

    def _in_cell(self, location: types.Location) -> types.Location:
        notebook = self.notebooks.get(path_of(location.uri) or "")
        return location if notebook is None else notebook.location(location.range) or location

    def withdraw(self, uris: Iterable[str]) -> None:
        """Take back what was told of cells that are no more."""
        for uri in uris:
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, []))

    def _forget(self, path: str) -> None:
        if path in self.notebooks:
            self.withdraw(self.notebooks[path].uris)
        for kept in (self.findings, self.comments, self.current, self._owners):
            kept.pop(path, None)
        if self._told.pop(path, None):
            self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri_of(path), []))

    def trouble(self, message: str) -> None:
        """Show a message."""
        self.window_log_message(types.LogMessageParams(types.MessageType.Warning, message))

    def busy(self, title: str) -> AbstractAsyncContextManager[None]:
        """Show progress inside a block, where the editor can."""
        return self._progress(title)

    @contextlib.asynccontextmanager
    async def _progress(self, title: str) -> AsyncGenerator[None]:
        window = self.client_capabilities.window
        if window is None or not window.work_done_progress:
            yield
            return
        token = str(uuid.uuid4())
        try:
            created: Any = self.work_done_progress.create_async(token)  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]
            await asyncio.wait_for(created, 5)
        except Exception:  # an editor that does not answer is none of an analysis's business
            yield
            return
        self.work_done_progress.begin(token, types.WorkDoneProgressBegin(title=title))
        try:
            yield
        finally:
            self.work_done_progress.end(token, types.WorkDoneProgressEnd())

    async def close(self) -> None:
        """End all processes."""
        projects, self.projects = list(self.projects.values()), {}
        await asyncio.gather(*(project.close() for project in projects))

    def configure(self, settings: object) -> None:
        """Take settings of the editor."""
        before, self.options = self.options, self.options.updated(settings)
        if before != self.options:
            for project in self.projects.values():
                project.restart(self.options)


def folder_path(uri: str) -> Path | None:
    """Return the folder that a URI names."""
    path = path_of(uri)
    return None if path is None else Path(path)
