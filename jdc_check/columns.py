"""From the columns that mypy prints to columns in characters.

mypy's older parser counts UTF-8 bytes. The native parser of 2.4 means to count characters, but takes off the
surplus bytes of earlier characters twice: behind one ``é``, column 5 is printed as 4. Which of these is in
use is measured, once, and inverted; nothing depends on a version number.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from inspect import signature
from typing import Any

from jdc_check.sourcefile import SourceFile
from jdc_spec.facts import Span

Printed = Callable[[str, int], int]
"""From a line and a column in characters to the column that mypy prints. All count from 0."""


def _characters(_: str, column: int) -> int:
    return column


def _utf8_bytes(line: str, column: int) -> int:
    return len(line[:column].encode())


def _corrected_twice(line: str, column: int) -> int:
    surplus = [position for position, byte in enumerate(line.encode()) if byte & 0xC0 == 0x80]
    return column - sum(position <= column + 1 for position in surplus)


@lru_cache(maxsize=1)
def _printed() -> Printed:
    from mypy.errors import Errors  # noqa: PLC0415
    from mypy.options import Options  # noqa: PLC0415
    from mypy.parse import parse  # noqa: PLC0415

    line, options = '"é"; x', Options()
    eager: dict[str, Any] = {"eager": True} if "eager" in signature(parse).parameters else {}  # since mypy 2
    tree = parse(line, "probe.py", "probe", Errors(options), options, **eager)
    column: int = tree.defs[-1].column
    known: tuple[Printed, ...] = (_characters, _utf8_bytes, _corrected_twice)
    return next((printed for printed in known if printed(line, len(line) - 1) == column), _characters)


def character_range(source: SourceFile, line: int, column: int, end_line: int, end: int) -> tuple[int, int]:
    """Return the character columns (from 0) of a range that mypy prints as ``line:column`` to ``end_line:end``."""
    first, last = source.line(line), source.line(end_line)
    if not (first.isascii() and last.isascii()):
        printed = _printed()
        # Two columns may be printed alike; the range of an expression tells them apart.
        for start, stop in source.expressions(line, end_line):
            if (printed(first, start), printed(last, stop)) == (column, end):
                return start, stop
        column, end = _search(printed, first, column), _search(printed, last, end)
    column = max(column, 0)
    return column, max(end, column + 1 if line == end_line else 0)


def in_characters(source: SourceFile, span: Span) -> tuple[int, int, int, int]:
    """Return lines and columns (all from 1) of a range of mypy."""
    column, end = character_range(source, span.line, span.column, span.end_line, span.end_column)
    return span.line, column + 1, span.end_line, end + 1


def edited_range(source: SourceFile, span: Span, node: Span) -> tuple[int, int, int, int] | None:
    """Return lines and columns (all from 1) of a range to edit; None where mypy's columns do not say it for certain.

    ``node`` is the node that the diagnostic is about, whose own ends are known better than others.
    """
    first, stop = _only_expression(source, span) or _ends(source, span, node)
    return None if first is None or stop is None else (span.line, first + 1, span.end_line, stop + 1)


def _ends(source: SourceFile, span: Span, node: Span) -> tuple[int | None, int | None]:
    line, start, last, end = in_characters(source, node)
    known = {} if _is_empty(node) else {(line, node.column): start - 1, (last, node.end_column): end - 1}
    first = known.get((span.line, span.column), _boundary(source, span.line, span.column))
    after = -1 if first is None or _is_empty(span) or span.line != span.end_line else first
    return first, known.get(
        (span.end_line, span.end_column), _boundary(source, span.end_line, span.end_column, after)
    )


def _is_empty(span: Span) -> bool:
    return (span.line, span.column) == (span.end_line, span.end_column)


def _only_expression(source: SourceFile, span: Span) -> tuple[int, int] | None:
    """Return the columns of the only statement or expression whose range mypy prints so."""
    if _is_empty(span):
        return None
    printed, first, last = _printed(), source.line(span.line), source.line(span.end_line)
    ranges = set(source.expressions(span.line, span.end_line))
    wanted = span.column, span.end_column
    found = [(start, stop) for start, stop in ranges if (printed(first, start), printed(last, stop)) == wanted]
    return found[0] if len(found) == 1 else None


def _boundary(source: SourceFile, number: int, column: int, after: int = -1) -> int | None:
    """Return the only column of a line that mypy prints so, or the only one of these where a node starts or ends."""
    line = source.line(number)
    if line.isascii():
        return max(column, 0)
    printed = _printed()
    columns = [each for each in range(after + 1, len(line) + 1) if printed(line, each) == column]
    if len(columns) != 1:
        columns = [each for each in columns if each in source.boundaries(number)]
    return columns[0] if len(columns) == 1 else None


def printed_column(line: str, column: int) -> int:
    """Return the column (from 0) that mypy gives a character of a line."""
    return column if line.isascii() else _printed()(line, column)


def _search(printed: Printed, line: str, column: int) -> int:
    columns = range(len(line) + 1)
    return next((candidate for candidate in columns if printed(line, candidate) == column), max(column, 0))
