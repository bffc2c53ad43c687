"""From the columns that mypy prints to columns in characters.

mypy's older parser counts UTF-8 bytes. The native parser of 2.4 means to count characters, but takes off
the surplus bytes of the characters before a position twice: behind one ``é``, column 5 is printed as 4.
Which of these runs is measured, once, and inverted; nothing depends on a version number.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import lru_cache

from jdc_check.sourcefile import SourceFile

Count = Callable[[str], int]
"""From the text before a position to the column that mypy prints for that position."""


def _characters(before: str) -> int:
    return len(before)


def _utf8_bytes(before: str) -> int:
    return len(before.encode("utf-8", "surrogatepass"))


def _doubly_corrected(before: str) -> int:
    return 2 * _characters(before) - _utf8_bytes(before)


@lru_cache(maxsize=1)
def _count_in_use() -> Count:
    from mypy.errors import Errors  # noqa: PLC0415
    from mypy.options import Options  # noqa: PLC0415
    from mypy.parse import parse  # noqa: PLC0415

    before, options = '"é"; ', Options()
    tree = parse(before + "x", "probe.py", "probe", Errors(options), options, eager=True)
    printed: int = tree.defs[-1].column
    counts: tuple[Count, ...] = (_characters, _utf8_bytes, _doubly_corrected)
    return next((count for count in counts if count(before) == printed), _characters)


def _column(line: str, printed: int, likely: Sequence[int], count: Count) -> int:
    for columns in (likely, range(len(line) + 1)):
        for column in columns:
            if count(line[:column]) == printed:
                return column
    return min(max(printed, 0), len(line))


def start_column(source: SourceFile, number: int, printed: int) -> int:
    """Return the character column (from 0) of the start of a range that mypy prints at ``printed``."""
    line = source.line(number)
    if line.isascii():
        return max(printed, 0)
    return _column(line, printed, source.token_starts(number), _count_in_use())


def end_column(source: SourceFile, number: int, printed: int, after: int) -> int:
    """Return the character column (from 0) behind a range that mypy ends at ``printed``, past ``after``."""
    line = source.line(number)
    if line.isascii():
        return max(printed, after)
    ends = [column for column in source.token_ends(number) if column > after]
    return max(_column(line, printed, ends, _count_in_use()), after)
