"""Notifications of the editor: folders, documents, files and settings."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, cast

from lsprotocol import types

from jdc_check.lsp.notebooks import CellDocument, OpenNotebook
from jdc_check.lsp.places import path_of
from jdc_check.lsp.server import SETTINGS_FILES, JdcServer, folder_path
from jdc_check.notebooks.notebook import is_notebook

WATCHED = ("**/*.py", "**/*.pyi", "**/*.ipynb", *(f"**/{name}" for name in sorted(SETTINGS_FILES)))


def register(server: JdcServer) -> None:
    """Let a server follow what the editor does."""
    _follow_notebooks(server)

    @server.feature(types.INITIALIZE)
    def initialize(params: types.InitializeParams) -> None:
        server.options = server.options.updated(params.initialization_options)

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def opened(params: types.DidOpenTextDocumentParams) -> None:
        _opened(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def changed(params: types.DidChangeTextDocumentParams) -> None:
        _opened(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def closed(params: types.DidCloseTextDocumentParams) -> None:
        _closed(server, params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def saved(params: types.DidSaveTextDocumentParams) -> None:
        _saved(server, params.text_document.uri)

    @server.feature(types.INITIALIZED)
    async def initialized(_: types.InitializedParams) -> None:
        for folder in _folders(server):
            server.add_folder(folder)
        await _watch_files(server)
        await _ask_settings(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    async def configured(params: types.DidChangeConfigurationParams) -> None:
        server.configure(_own_settings(params.settings))
        await _ask_settings(server)

    @server.feature(types.WORKSPACE_DID_CHANGE_WATCHED_FILES)
    def files_changed(params: types.DidChangeWatchedFilesParams) -> None:
        _files_changed(server, [change.uri for change in params.changes])

    @server.feature(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS)
    async def folders_changed(params: types.DidChangeWorkspaceFoldersParams) -> None:
        for folder in params.event.removed:
            if (root := folder_path(folder.uri)) is not None:
                await server.remove_folder(root)
        for folder in params.event.added:
            if (root := folder_path(folder.uri)) is not None:
                server.add_folder(root)
        for uri in list(server.workspace.text_documents):
            _opened(server, uri)

    @server.feature(types.SHUTDOWN)
    async def shutdown(_: None) -> None:
        await server.close()


def _follow_notebooks(server: JdcServer) -> None:
    @server.feature(types.NOTEBOOK_DOCUMENT_DID_OPEN)
    def notebook_opened(params: types.DidOpenNotebookDocumentParams) -> None:
        _notebook_opened(server, params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CHANGE)
    def notebook_changed(params: types.DidChangeNotebookDocumentParams) -> None:
        _notebook_opened(server, params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_CLOSE)
    def notebook_closed(params: types.DidCloseNotebookDocumentParams) -> None:
        _notebook_closed(server, params.notebook_document.uri)

    @server.feature(types.NOTEBOOK_DOCUMENT_DID_SAVE)
    def notebook_saved(params: types.DidSaveNotebookDocumentParams) -> None:
        _saved(server, params.notebook_document.uri)


def _own_settings(settings: Any) -> object:
    """Return what an editor says of jdc, which pygls may have turned into attributes."""
    if isinstance(settings, dict):
        return cast("dict[str, Any]", settings).get("jdc")
    return getattr(settings, "jdc", None)


def _folders(server: JdcServer) -> list[Path]:
    uris = [folder.uri for folder in server.workspace.folders.values()]
    if not uris and server.workspace.root_uri:
        uris = [server.workspace.root_uri]
    return [root for root in map(folder_path, uris) if root is not None]


def _opened(server: JdcServer, uri: str) -> None:
    path = path_of(uri)
    project = None if path is None else server.project_for(path)
    if path is not None and project is not None and not is_notebook(path):
        document = server.workspace.get_text_document(uri)
        project.put(path, document.source, document.version)


def _closed(server: JdcServer, uri: str) -> None:
    path = path_of(uri)
    project = None if path is None else server.project_of(path)
    if path is not None and project is not None:
        server.current.pop(path, None)
        project.drop(path)


def _notebook_opened(server: JdcServer, uri: str) -> None:
    path, document = path_of(uri), server.workspace.get_notebook_document(notebook_uri=uri)
    project = None if path is None or document is None else server.project_for(path)
    if path is None or document is None or project is None:
        return
    before = server.notebooks.get(path)
    cells = tuple(_cell(server, each.document) for each in document.cells if each.kind is types.NotebookCellKind.Code)
    notebook = server.notebooks[path] = OpenNotebook(path, document.version, cells)
    server.withdraw(before.uris - notebook.uris if before is not None else ())
    project.put(path, notebook.content, notebook.version)


def _cell(server: JdcServer, uri: str) -> CellDocument:
    document = server.workspace.get_text_document(uri)
    return CellDocument(uri, document.version, document.source)


def _notebook_closed(server: JdcServer, uri: str) -> None:
    path = path_of(uri)
    notebook = None if path is None else server.notebooks.pop(path, None)
    if notebook is not None:
        server.withdraw(notebook.uris)
        _closed(server, uri)


def _saved(server: JdcServer, uri: str) -> None:
    path = path_of(uri)
    project = None if path is None else server.project_of(path)
    if path is not None and project is not None and Path(path).name not in SETTINGS_FILES:
        project.look()


def _files_changed(server: JdcServer, uris: list[str]) -> None:
    for path in filter(None, map(path_of, uris)):
        project = server.project_of(path)
        if project is None:
            continue
        if Path(path).name in SETTINGS_FILES:
            project.restart()
        else:
            project.look()


async def _watch_files(server: JdcServer) -> None:
    workspace = server.client_capabilities.workspace
    watching = None if workspace is None else workspace.did_change_watched_files
    if watching is None or not watching.dynamic_registration:
        return
    watchers = [types.FileSystemWatcher(pattern) for pattern in WATCHED]
    options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
    registration = types.Registration("jdc-files", types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options)
    with contextlib.suppress(Exception):  # an editor that refuses tells by itself when it saves
        await server.client_register_capability_async(types.RegistrationParams([registration]))


async def _ask_settings(server: JdcServer) -> None:
    workspace = server.client_capabilities.workspace
    if workspace is None or not workspace.configuration:
        return
    with contextlib.suppress(Exception):
        items = [types.ConfigurationItem(section="jdc")]
        answer = await server.workspace_configuration_async(types.ConfigurationParams(items))
        server.configure(answer[0] if answer else None)
