"""Notebooks that an editor has open: it speaks of cells, and the analysis of the module that they make."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from lsprotocol import types

from jdc_check.lsp.places import lines_of
from jdc_check.notebooks.notebook import Notebook

SYNC: Final = types.NotebookDocumentSyncOptions(
    notebook_selector=[
        types.NotebookDocumentFilterWithCells(
            notebook="jupyter-notebook", cells=[types.NotebookCellLanguage(language="python")]
        )
    ],
    save=True,
)
"""The documents that the server wants to hear of: the cells in Python of notebooks of Jupyter."""


@dataclass(frozen=True, slots=True)
class CellDocument:
    """A code cell."""

    uri: str
    version: int | None
    text: str


@dataclass(frozen=True)
class OpenNotebook:
    """A notebook as an editor has it now."""

    path: str
    version: int
    cells: tuple[CellDocument, ...]

    @cached_property
    def _notebook(self) -> Notebook:
        return Notebook(enumerate(cell.text for cell in self.cells))

    @property
    def content(self) -> str:
        """The file that it would be, as far as the analysis reads it."""
        cells = [{"cell_type": "code", "source": cell.text} for cell in self.cells]
        return json.dumps({"cells": cells, "nbformat": 4})

    @cached_property
    def lines(self) -> list[str]:
        """The lines of the cells, one below the other."""
        return [line for cell in self.cells for line in lines_of(cell.text)]

    @property
    def uris(self) -> frozenset[str]:
        """The names of the cells."""
        return frozenset(cell.uri for cell in self.cells)

    def above(self, uri: str) -> int:
        """Return how many lines of the module lie above a cell."""
        number = next(number for number, cell in enumerate(self.cells) if cell.uri == uri)
        return self._notebook.cells[number].first - 1

    def cell_at(self, line: int) -> tuple[CellDocument, int] | None:
        """Return the cell that a line of the module, from 0, is in, and how many lines lie above it."""
        found = self._notebook.cell_at(line + 1)
        return None if found is None else (self.cells[found.number], found.first - 1)

    def diagnostics(self, told: Iterable[types.Diagnostic]) -> list[tuple[CellDocument, list[types.Diagnostic]]]:
        """Return the diagnostics of each cell, whose ranges are counted from its first line from now on."""
        by_cell: dict[str, list[types.Diagnostic]] = {cell.uri: [] for cell in self.cells}
        for each in told:
            found = self.cell_at(each.range.start.line)
            if found is not None:
                cell, above = found
                each.range = moved(each.range, -above)
                by_cell[cell.uri].append(each)
        return [(cell, by_cell[cell.uri]) for cell in self.cells]

    def edits(self, edits: Sequence[types.TextEdit]) -> dict[str, list[types.TextEdit]]:
        """Return edits of the module as edits of its cells."""
        by_cell: dict[str, list[types.TextEdit]] = {}
        for edit in edits:
            found = self.cell_at(edit.range.start.line)
            if found is not None:
                cell, above = found
                changed = types.TextEdit(moved(edit.range, -above), edit.new_text)
                by_cell.setdefault(cell.uri, []).append(changed)
        return by_cell

    def location(self, found: types.Range) -> types.Location | None:
        """Return where a range of the module is."""
        cell = self.cell_at(found.start.line)
        return None if cell is None else types.Location(cell[0].uri, moved(found, -cell[1]))


def moved(found: types.Range, lines: int) -> types.Range:
    """Return a range some lines below."""
    start, end = (types.Position(max(each.line + lines, 0), each.character) for each in (found.start, found.end))
    return types.Range(start, end)
