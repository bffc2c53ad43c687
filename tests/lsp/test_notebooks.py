"""Cells of a notebook as an editor tells them, and what it is told of each."""

from __future__ import annotations

import json

from lsprotocol import types

from .conftest import HEAD, Editor, Start, edited, lines_and_codes, run, wait_until

STATE = HEAD + "@jdc.pytree_dataclass\nclass State:\n    x: jax.Array\n    n: int = 0\n"
MAKE = "%matplotlib inline\ns = State(jnp.ones(3))\n# 🎉"
WRITE = "!ls\n'🎉'; s.n = 2"


class Notebook:
    """A notebook in an editor: its cells by name."""

    def __init__(self, editor: Editor, name: str) -> None:
        self.editor, self.uri, self.version = editor, editor.uri(name), 0
        self.cells: list[str] = []
        self.versions: dict[str, int] = {}

    def cell_uri(self, name: str) -> str:
        return self.uri.replace("file:", "vscode-notebook-cell:") + f"#{name}"

    def _cell(self, name: str) -> types.NotebookCell:
        return types.NotebookCell(types.NotebookCellKind.Code, self.cell_uri(name))

    def _items(self, cells: dict[str, str]) -> list[types.TextDocumentItem]:
        self.versions.update(dict.fromkeys(cells, 1))
        return [types.TextDocumentItem(self.cell_uri(name), "python", 1, text) for name, text in cells.items()]

    def open(self, cells: dict[str, str]) -> None:
        self.cells, self.version = list(cells), 1
        document = types.NotebookDocument(self.uri, "jupyter-notebook", 1, list(map(self._cell, cells)))
        params = types.DidOpenNotebookDocumentParams(document, self._items(cells))
        self.editor.client.notebook_document_did_open(params)

    def _change(self, cells: types.NotebookDocumentCellChanges) -> None:
        self.version += 1
        document = types.VersionedNotebookDocumentIdentifier(self.version, self.uri)
        params = types.DidChangeNotebookDocumentParams(document, types.NotebookDocumentChangeEvent(cells=cells))
        self.editor.client.notebook_document_did_change(params)

    def write(self, name: str, text: str) -> None:
        self.versions[name] += 1
        document = types.VersionedTextDocumentIdentifier(self.versions[name], self.cell_uri(name))
        content = types.NotebookDocumentCellContentChanges(
            document, [types.TextDocumentContentChangeWholeDocument(text)]
        )
        self._change(types.NotebookDocumentCellChanges(text_content=[content]))

    def arrange(self, names: list[str], **new: str) -> None:
        """Put the cells in another order, with new ones, and without those that are not named."""
        closed = [types.TextDocumentIdentifier(self.cell_uri(name)) for name in self.cells if name not in names]
        array = types.NotebookCellArrayChange(0, len(self.cells), list(map(self._cell, names)))
        self.cells = names
        structure = types.NotebookDocumentCellChangeStructure(array, self._items(new), closed)
        self._change(types.NotebookDocumentCellChanges(structure=structure))

    def close(self) -> None:
        cells = [types.TextDocumentIdentifier(self.cell_uri(name)) for name in self.cells]
        document = types.NotebookDocumentIdentifier(self.uri)
        params = types.DidCloseNotebookDocumentParams(document, cells)
        self.editor.client.notebook_document_did_close(params)

    def told(self, name: str) -> list[types.Diagnostic]:
        return self.editor.published.get(self.cell_uri(name), (None, []))[1]

    async def until(self, name: str, *expected: tuple[int, str]) -> None:
        """Wait until this, lines from 1 and codes, is what is told of a cell."""
        await wait_until(lambda: lines_and_codes(self.told(name)) == list(expected), 60)


def test_cells_are_one_module(start: Start) -> None:
    async def session() -> None:
        async with start({"helper.py": STATE, "new.ipynb": json.dumps({"cells": []})}) as editor:
            notebook = Notebook(editor, "new.ipynb")
            notebook.open({"a": "from helper import *", "b": MAKE, "c": WRITE})
            await notebook.until("c", (2, "jdc-frozen"))
            assert notebook.told("a") == notebook.told("b") == []
            [found] = notebook.told("c")
            assert (found.range.start, found.range.end) == (types.Position(1, 6), types.Position(1, 9))
            assert editor.published[notebook.cell_uri("c")][0] == 1

            actions = await _actions(notebook, "c", found)
            [ignore] = [each for each in actions if each.title.startswith("Ignore")]
            assert list(ignore.edit.changes) == [notebook.cell_uri("c")]
            silent = edited(WRITE, ignore.edit.changes[notebook.cell_uri("c")])
            assert silent == WRITE + "  # jdc: ignore[jdc-frozen]"
            assert [each.range for each in ignore.diagnostics] == [found.range]

            hover = await editor.client.text_document_hover_async(
                types.HoverParams(types.TextDocumentIdentifier(notebook.cell_uri("c")), types.Position(1, 8))
            )
            assert "jdc-frozen" in hover.contents.value

            notebook.write("c", silent)
            await notebook.until("c")
            notebook.write("c", WRITE)
            await notebook.until("c", (2, "jdc-frozen"))

            notebook.arrange(["c", "a", "b"])  # s is unknown where it is written to
            await notebook.until("c")
            notebook.arrange(["a", "b", "d", "c"], d="\n\ns.n = 3\ndef (")
            await notebook.until("c", (2, "jdc-frozen"))
            assert notebook.told("d") == []  # Python refuses it, as the editor's own server says
            notebook.write("d", "\n\ns.n = 3")
            await notebook.until("d", (3, "jdc-frozen"))
            notebook.arrange(["a", "b", "c"])
            await notebook.until("d")
            await notebook.until("c", (2, "jdc-frozen"))
            editor.open("helper.py", STATE.replace("    n: int", "    m: int"))
            await editor.diagnostics("helper.py")
            notebook.close()
            await notebook.until("c")
            notebook.open({"a": "x = 1"})
            await notebook.until("a")

    run(session)


async def _actions(notebook: Notebook, name: str, found: types.Diagnostic) -> list[types.CodeAction]:
    document = types.TextDocumentIdentifier(notebook.cell_uri(name))
    params = types.CodeActionParams(document, found.range, types.CodeActionContext([found]))
    return await notebook.editor.client.text_document_code_action_async(params) or []
