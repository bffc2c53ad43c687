"""Places as a report tells them: of a notebook, the cell and the line in it, or the line of its file."""

from __future__ import annotations

from dataclasses import dataclass

from jdc_check.sourcefile import source_file


@dataclass(frozen=True, slots=True)
class Place:
    """A line of a file, or of a cell of a notebook; both count from 1."""

    path: str
    cell: int | None
    line: int

    def __str__(self) -> str:
        """Return it as ruff writes it: ``file.py:4``, or ``file.ipynb:cell 3:4``."""
        return f"{self.path}:{self.line}" if self.cell is None else f"{self.path}:cell {self.cell}:{self.line}"


def place_of(path: str, line: int) -> Place:
    """Return where a line is, as a finding counts lines."""
    notebook = source_file(path).notebook
    cell = None if notebook is None else notebook.cell_at(line)
    return Place(path, None, line) if cell is None else Place(path, cell.number, line - cell.first + 1)


def row_of(path: str, line: int) -> int:
    """Return the line of the file itself, which of a notebook is JSON."""
    notebook = source_file(path).notebook
    return line if notebook is None else notebook.row(line)


def aside(path: str, line: int) -> list[str]:
    """Return what to tell beside a line of a file: of a notebook, which cell that is."""
    place = place_of(path, line)
    return [] if place.cell is None else [f"cell {place.cell}, line {place.line}"]
