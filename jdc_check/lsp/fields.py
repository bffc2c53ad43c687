"""Fields in an editor: hover, completion, hints and rename."""

from __future__ import annotations

from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcInvalidParams

from jdc_check.cards import read_card
from jdc_check.findings import Edit
from jdc_check.lsp.diagnostics import card_uri
from jdc_check.lsp.edits import text_edits
from jdc_check.lsp.notebooks import moved
from jdc_check.lsp.places import editor_range, path_of, place, position, uri_of
from jdc_check.lsp.server import JdcServer
from jdc_check.notebooks.notebook import is_notebook


def register(server: JdcServer) -> None:
    """Let a server show what it knows of fields."""

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    async def hover(params: types.HoverParams) -> types.Hover | None:
        return await _hover(server, params)

    @server.feature(types.TEXT_DOCUMENT_COMPLETION, types.CompletionOptions(trigger_characters=[".", "(", ","]))
    async def completion(params: types.CompletionParams) -> types.CompletionList | None:
        return await _completion(server, params)

    @server.feature(types.TEXT_DOCUMENT_INLAY_HINT)
    async def inlay_hints(params: types.InlayHintParams) -> list[types.InlayHint] | None:
        return await _inlay_hints(server, params)

    @server.feature(types.TEXT_DOCUMENT_PREPARE_RENAME)
    async def prepare_rename(params: types.PrepareRenameParams) -> types.PrepareRenamePlaceholder | None:
        path = path_of(params.text_document.uri)
        told = None if path is None or is_notebook(path) else await _ask_at(server, "renameable", params)
        if told is None or path is None:
            return None
        return types.PrepareRenamePlaceholder(_range(server, path, told["span"]), told["name"])

    @server.feature(types.TEXT_DOCUMENT_RENAME, types.RenameOptions(prepare_provider=True))
    async def rename(params: types.RenameParams) -> types.WorkspaceEdit | None:
        return await _rename(server, params)


async def _ask_at(server: JdcServer, question: str, params: Any, **details: Any) -> Any:
    path, above = server.located(params.text_document.uri)
    project = None if path is None else server.project_of(path)
    if path is None or project is None or path not in project.documents:
        return None
    await project.flushed()
    line, column = place(server.lines(path), _below(params.position, above), server.codec)
    return await project.ask(path, question, line=line, column=column, **details)


def _below(at: types.Position, lines: int) -> types.Position:
    return types.Position(at.line + lines, at.character)


def _range(server: JdcServer, path: str, span: list[int]) -> types.Range:
    return editor_range(server.lines(path), _edit(span, ""), server.codec)


def _edit(span: list[int], text: str) -> Edit:
    line, column, end_line, end_column = span
    return Edit(line, column, end_line, end_column, text)


async def _hover(server: JdcServer, params: types.HoverParams) -> types.Hover | None:
    path, above = server.located(params.text_document.uri)
    if path is None:
        return None
    told = await _ask_at(server, "hover", params)
    parts = [] if told is None else [told["text"]]
    parts += _cards(server, path, _below(params.position, above))
    if not parts:
        return None
    shown = None if told is None else moved(_range(server, path, told["span"]), -above)
    return types.Hover(types.MarkupContent(types.MarkupKind.Markdown, "\n\n---\n\n".join(parts)), shown)


def _cards(server: JdcServer, path: str, at: types.Position) -> list[str]:
    """Return a line about each rule that reports something at a position, with a link to its card."""
    if not server.is_current(path):
        return []
    lines, told = server.lines(path), dict[str, str]()
    for finding in server.findings.get(path, []):
        found = editor_range(lines, finding, server.codec)
        if (
            (found.start.line, found.start.character)
            <= (at.line, at.character)
            <= (
                found.end.line,
                found.end.character,
            )
        ):
            first = next(line for line in read_card(finding.code).splitlines()[1:] if line)
            told[finding.code] = f"[{finding.code}]({card_uri(finding.code)}): {first.partition('. ')[0]}"
    return list(told.values())


async def _completion(server: JdcServer, params: types.CompletionParams) -> types.CompletionList | None:
    path, _ = server.located(params.text_document.uri)
    project = None if path is None else server.project_of(path)
    if path is None or project is None or path not in project.documents:
        return None
    told = await _ask_at(server, "complete", params, text="\n".join(server.lines(path)))
    if not told:
        return None
    items = [
        types.CompletionItem(
            label=each["label"],
            kind=types.CompletionItemKind.Field,
            label_details=types.CompletionItemLabelDetails(f": {each['type']}", each["role"]),
            detail=f"{each['type']} ({each['role']})",
            documentation=types.MarkupContent(types.MarkupKind.Markdown, each["text"]),
            sort_text=f"{number:04}",
        )
        for number, each in enumerate(told)
    ]
    return types.CompletionList(is_incomplete=False, items=items)


async def _inlay_hints(server: JdcServer, params: types.InlayHintParams) -> list[types.InlayHint] | None:
    path = path_of(params.text_document.uri)
    project = None if path is None else server.project_of(path)
    if path is None or is_notebook(path) or project is None or not server.options.inlayHints:
        return None
    if path not in project.documents:
        return None
    await project.flushed()
    first, last = params.range.start.line + 1, params.range.end.line + 1
    told: list[dict[str, Any]] = await project.ask(path, "hints", first=first, last=last) or []
    lines = server.lines(path)
    return [
        types.InlayHint(
            position(lines, each["line"], each["column"], server.codec),
            each["text"],
            kind=types.InlayHintKind.Type,
        )
        for each in told
    ]


async def _rename(server: JdcServer, params: types.RenameParams) -> types.WorkspaceEdit | None:
    asked = path_of(params.text_document.uri)
    if asked is None or is_notebook(asked):
        return None
    told = await _ask_at(server, "rename", params, new=params.new_name)
    if told is None:
        return None
    if "refused" in told:
        raise JsonRpcInvalidParams(told["refused"])
    changes: dict[str, list[types.TextEdit]] = {}
    for path, spans in told["edits"].items():
        if is_notebook(path):
            continue  # a cell may use a field where the analysis cannot see it
        edits = [_edit(span, params.new_name) for span in spans]
        changes[_uri(server, path)] = text_edits(edits, server.lines(path), server.codec)
    return types.WorkspaceEdit(changes=changes)


def _uri(server: JdcServer, path: str) -> str:
    """Return the name of a document as the editor writes it."""
    opened = (uri for uri in server.workspace.text_documents if path_of(uri) == path)
    return next(opened, uri_of(path))
