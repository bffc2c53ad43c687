"""Edits of the module that a notebook is, as edits of the sources of its cells."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace

from jdc_check.findings import Edit
from jdc_check.fixes import applied
from jdc_check.notebooks.magics import Python, python_of
from jdc_check.notebooks.notebook import Cell, Notebook
from jdc_check.notebooks.raw import NEWLINE


def mended(notebook: Notebook, edits: Iterable[Edit]) -> dict[int, str] | None:
    """Return the sources of the cells that edits change, by number; None where one would not be Python any more."""
    sources: dict[int, str] = {}
    for cell, python in zip(notebook.cells, notebook.pythons, strict=True):
        here = [edit for edit in edits if cell.first <= edit.line < cell.first + cell.length]
        if here:
            source = _mended(cell, python, [_moved(edit, 1 - cell.first) for edit in here])
            if source is None:
                return None
            sources[cell.number] = source
    return sources


def _mended(cell: Cell, python: Python, edits: Sequence[Edit]) -> str | None:
    ends = set(NEWLINE.findall(cell.source)) or {"\n"}
    if python.tree is None or len(ends) > 1 or any(edit.line <= python.magic_line for edit in edits):
        return None
    after = applied(NEWLINE.split(cell.source), edits).removesuffix("\n")
    return None if python_of(after).tree is None else after.replace("\n", ends.pop())


def _moved(edit: Edit, lines: int) -> Edit:
    return replace(edit, line=edit.line + lines, end_line=edit.end_line + lines)
