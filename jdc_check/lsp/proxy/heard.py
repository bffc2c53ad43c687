"""The messages of the editor so far, as a server that starts later has to hear them."""

from __future__ import annotations

from typing import Any, Final

from lsprotocol import converters, types
from pygls.workspace import TextDocument, Workspace

from jdc_check.lsp.proxy.frames import framed

_KEPT: Final = frozenset(("initialized", "workspace/didChangeWorkspaceFolders", "workspace/didChangeConfiguration"))
_OPENED: Final = "textDocument/didOpen"
_PARAMS: Final[dict[str, Any]] = {
    _OPENED: types.DidOpenTextDocumentParams,
    "textDocument/didChange": types.DidChangeTextDocumentParams,
    "textDocument/didClose": types.DidCloseTextDocumentParams,
}


class Heard:
    """The notifications that still count: the open documents as they are now, and the settings."""

    def __init__(self, encoding: str) -> None:
        self._converter = converters.get_converter()
        self._kept: list[bytes] = []
        self._documents = Workspace(None, position_encoding=types.PositionEncodingKind(encoding))

    def take(self, method: str, params: Any, raw: bytes) -> None:
        """Take a notification."""
        if method in _KEPT:
            self._kept.append(raw)
        elif method in _PARAMS:
            try:
                self._follow(self._converter.structure(params, _PARAMS[method]))
            except Exception:  # what is no such message is the server's to refuse
                return

    def _follow(self, params: Any) -> None:
        match params:
            case types.DidOpenTextDocumentParams(text_document=document):
                self._documents.put_text_document(document)
            case types.DidChangeTextDocumentParams(text_document=document, content_changes=changes):
                for change in changes:
                    self._documents.update_text_document(document, change)
            case _:
                self._documents.remove_text_document(params.text_document.uri)

    def again(self) -> list[bytes]:
        """Return the messages that tell all of it."""
        return [*self._kept, *map(_opened, self._documents.text_documents.values())]


def _opened(document: TextDocument) -> bytes:
    told = {
        "uri": document.uri,
        "languageId": document.language_id or "python",
        "version": document.version or 0,
        "text": document.source,
    }
    return framed({"jsonrpc": "2.0", "method": _OPENED, "params": {"textDocument": told}})
