"""A notebook as one module: the lines of its code cells one below the other."""

from __future__ import annotations

import ast
from bisect import bisect_right
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from jdc_check.notebooks.known_names import KnownNames
from jdc_check.notebooks.magics import Python, python_of
from jdc_check.notebooks.raw import NEWLINE, NotebookError, read_raw

SUFFIX: Final = ".ipynb"


@dataclass(frozen=True, slots=True)
class Cell:
    """A code cell, and the line of the module, from 1, on which it starts."""

    number: int
    first: int
    source: str

    @property
    def length(self) -> int:
        """The number of its lines."""
        return len(NEWLINE.split(self.source))


@dataclass(frozen=True, slots=True)
class CellProblem:
    """A cell that Python refuses: the line of the module, and why."""

    line: int
    reason: str


class Notebook:
    """The module that code cells make: ``sources`` are theirs, by number."""

    def __init__(self, sources: Iterable[tuple[int, str]]) -> None:
        self.cells: list[Cell] = []
        first = 1
        for number, source in sources:
            cell = Cell(number, first, source)
            self.cells.append(cell)
            first += cell.length

    @cached_property
    def pythons(self) -> list[Python]:
        """The Python of each cell."""
        return [python_of(cell.source) for cell in self.cells]

    @cached_property
    def lines(self) -> list[str]:
        """The lines to check. Those that cannot be are empty."""
        lines: list[str] = []
        names = KnownNames()
        for position, python in enumerate(self.pythons):
            own = list(python.lines)
            if python.tree is not None:
                for statement in names.left_out(position, python.tree.body):
                    _blank(own, statement)
            names.lose(python.unseen)
            lines += own
        return lines

    @property
    def text(self) -> str:
        """The module."""
        return "\n".join(self.lines) + "\n"

    @property
    def problems(self) -> list[CellProblem]:
        """The cells that Python refuses, and why."""
        pairs = zip(self.cells, self.pythons, strict=True)
        found = [(cell, python.problem) for cell, python in pairs if python.problem is not None]
        return [CellProblem(cell.first + line - 1, reason) for cell, (line, reason) in found]

    def cell_at(self, line: int) -> Cell | None:
        """Return the cell that a line of the module is in; None where there are no cells."""
        found = bisect_right([cell.first for cell in self.cells], line) - 1
        return self.cells[max(found, 0)] if self.cells else None

    @cached_property
    def _displayed(self) -> set[int]:
        found: set[int] = set()
        for cell, python in zip(self.cells, self.pythons, strict=True):
            last = python.tree.body[-1] if python.tree is not None and python.tree.body else None
            if isinstance(last, ast.Expr):
                found.update(range(cell.first + last.lineno - 1, cell.first + (last.end_lineno or last.lineno)))
        return found

    def is_displayed(self, line: int) -> bool:
        """Return whether IPython shows the value of the expression on a line: it is the last of its cell."""
        return line in self._displayed


class NotebookFile(Notebook):
    """The notebook that the text of a file is.

    Raises:
        NotebookError: it is none.

    """

    def __init__(self, content: str) -> None:
        self.raw = read_raw(content)
        super().__init__((cell.number, cell.source) for cell in self.raw.cells if self.raw.is_python)

    def row(self, line: int) -> int:
        """Return the line of the file, from 1, that a line of the module is on."""
        cell = self.cell_at(line)
        rows = next((each.rows for each in self.raw.cells if cell is not None and each.number == cell.number), ())
        offset = 0 if cell is None else line - cell.first
        return rows[min(offset, len(rows) - 1)] if rows else 1


def read_notebook(path: str) -> NotebookFile:
    """Return the notebook in a file.

    Raises:
        NotebookError: it is none.
        OSError: it cannot be read.

    """
    try:
        content = Path(path).read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise NotebookError(f"not a notebook: not UTF-8: {error.reason} at byte {error.start}") from error
    return NotebookFile(content)


def is_notebook(path: str) -> bool:
    """Return whether a file is a notebook, by its name."""
    return path.endswith(SUFFIX)


def _blank(lines: list[str], statement: ast.stmt) -> None:
    decorators: list[ast.expr] = getattr(statement, "decorator_list", [])
    first = min((statement.lineno, *(each.lineno for each in decorators)))
    for line in range(first, (statement.end_lineno or statement.lineno) + 1):
        lines[line - 1] = ""
