"""A Python file as printing, positions and suppressions need it: lines, expressions, comments."""

from __future__ import annotations

import ast
import contextlib
import io
import tokenize
import warnings
from collections import defaultdict
from collections.abc import Generator, Mapping
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Final

from jdc_check.notebooks.notebook import NotebookFile, is_notebook, read_notebook
from jdc_check.notebooks.raw import NotebookError

_UNKNOWN: Final = "unknown encoding"


def encoding_problem(path: str) -> str | None:
    """Return why Python refuses the encoding that a file declares; None where it declares one that works, or none."""
    try:
        with Path(path).open("rb") as stream:
            encoding, _ = tokenize.detect_encoding(stream.readline)
            if encoding not in ("utf-8", "utf-8-sig"):
                stream.seek(0)
                io.TextIOWrapper(stream, encoding).read()
    except (LookupError, UnicodeError) as error:
        return str(error)
    except SyntaxError as error:
        return str(error) if str(error).startswith(_UNKNOWN) else None
    except OSError:
        return None
    return None


class SourceFile:
    """The text of one file. A file that cannot be read or parsed has fewer facts, never an error."""

    def __init__(self, path: str) -> None:
        self._path = Path(path)
        self._buffer = _buffers.get(path)

    @cached_property
    def notebook(self) -> NotebookFile | None:
        """Return the notebook that the file is; None for one that is none, or that cannot be read."""
        if not is_notebook(self._path.name):
            return None
        try:
            return notebook_at(str(self._path), self._buffer)
        except (OSError, NotebookError):
            return None

    def is_displayed(self, line: int) -> bool:
        """Return whether a notebook shows the value of the expression on a line, as the last of a cell."""
        return self.notebook is not None and self.notebook.is_displayed(line)

    @cached_property
    def lines(self) -> list[str]:
        """Return the lines without their ends; of a notebook, those of the module that its cells make."""
        if self.notebook is not None:
            return self.notebook.lines
        if self._buffer is not None:
            return io.StringIO(self._buffer, newline=None).read().split("\n")
        try:
            with tokenize.open(self._path) as stream:
                return [line.rstrip("\n") for line in stream]
        except (OSError, SyntaxError, LookupError, UnicodeError):
            return []

    def line(self, number: int) -> str:
        """Return line ``number``, counted from 1; empty where there is none."""
        return self.lines[number - 1] if 0 < number <= len(self.lines) else ""

    @cached_property
    def mentions_rules(self) -> bool:
        """True if a comment may name a rule or the command: reading all comments takes long."""
        return any("jdc" in line for line in self.lines)

    @cached_property
    def comments(self) -> dict[int, str]:
        """Return the comments by line."""
        comments: dict[int, str] = {}
        text = io.StringIO("\n".join(self.lines) + "\n")
        with contextlib.suppress(tokenize.TokenError, SyntaxError):  # what came before the error is kept
            for token in tokenize.generate_tokens(text.readline):
                if token.type == tokenize.COMMENT:
                    comments[token.start[0]] = token.string
        return comments

    @cached_property
    def _nodes(self) -> list[ast.expr | ast.stmt]:
        try:
            with warnings.catch_warnings(action="ignore"):  # of the checked code, such as "\d" in a string
                tree = ast.parse("\n".join(self.lines))
        except (SyntaxError, ValueError, RecursionError, MemoryError):  # the last two: nested too deeply
            return []
        return [node for node in ast.walk(tree) if isinstance(node, ast.expr | ast.stmt)]

    def _span(self, node: ast.expr | ast.stmt) -> tuple[int, int, int, int]:
        last = node.end_lineno or node.lineno
        start = _characters(self.line(node.lineno), node.col_offset)
        return node.lineno, start, last, _characters(self.line(last), node.end_col_offset)

    @cached_property
    def _expressions(self) -> dict[tuple[int, int], list[tuple[int, int]]]:
        found: dict[tuple[int, int], list[tuple[int, int]]] = defaultdict(list)
        for line, start, last, stop in map(self._span, self._nodes):
            found[line, last].append((start, stop))
        return found

    def expressions(self, line: int, end_line: int) -> list[tuple[int, int]]:
        """Return the columns (from 0) of what starts on ``line`` and ends on ``end_line``, start and end."""
        return self._expressions.get((line, end_line), [])

    @cached_property
    def _boundaries(self) -> dict[int, set[int]]:
        found: dict[int, set[int]] = defaultdict(set)
        for line, start, last, stop in map(self._span, self._nodes):
            found[line].add(start)
            found[last].add(stop)
        return found

    def boundaries(self, line: int) -> set[int]:
        """Return the columns (from 0) of a line at which a statement or an expression starts or ends."""
        return self._boundaries.get(line, set())

    def end_of_statement(self, line: int) -> int:
        """Return the last line of the statement that ``line`` is in; of a compound one, such as a class, ``line``."""
        simple = (node for node in self._nodes if isinstance(node, ast.stmt) and not hasattr(node, "body"))
        ends = (node.end_lineno or line for node in simple if node.lineno <= line <= (node.end_lineno or line))
        return max(ends, default=line)


def notebook_at(path: str, buffer: str | None = None) -> NotebookFile:
    """Return the notebook in a file, or in the text that an editor has in its place.

    Raises:
        NotebookError: it is none.
        OSError: it cannot be read.

    """
    text = _buffers.get(path) if buffer is None else buffer
    return read_notebook(path) if text is None else NotebookFile(text)


def _characters(line: str, utf8_bytes: int | None) -> int:
    return len(line.encode()[:utf8_bytes].decode(errors="ignore"))


@lru_cache(maxsize=256)
def source_file(path: str) -> SourceFile:
    """Return the file at ``path``, read at most once in a run."""
    return SourceFile(path)


_buffers: dict[str, str] = {}


@contextlib.contextmanager
def buffered(buffers: Mapping[str, str]) -> Generator[None]:
    """Read files as their buffers have them, by path, inside the block."""
    before = dict(_buffers)
    _buffers.update(buffers)
    source_file.cache_clear()
    try:
        yield
    finally:
        _buffers.clear()
        _buffers.update(before)
        source_file.cache_clear()
