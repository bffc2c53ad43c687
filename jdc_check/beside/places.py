"""From what checkers print to paths and columns as a `Finding` counts them."""

from __future__ import annotations

import os
from pathlib import Path

from jdc_check.sourcefile import source_file


def source_path(printed: str) -> str:
    """Return the path of a source as the report shows it; one that is written for Windows too."""
    from jdc_check.layout import shown  # noqa: PLC0415 - loads mypy, while the checker works

    if "\\" in printed and os.sep == "/" and not Path(printed).exists():
        elsewhere = printed.replace("\\", "/")
        printed = elsewhere if Path(elsewhere).exists() else printed
    return shown(printed)


def from_utf16(path: str, line: int, units: int) -> int:
    """Return the column, from 1, that lies this many UTF-16 units behind the start of a line."""
    text = source_file(path).line(line)
    if text.isascii():
        return units + 1
    return len(text.encode("utf-16-le")[: 2 * units].decode("utf-16-le", errors="ignore")) + 1


def to_utf16(path: str, line: int, column: int) -> int:
    """Return how many UTF-16 units lie before a column, which counts from 1."""
    before = source_file(path).line(line)[: column - 1]
    missing = column - 1 - len(before)
    return len(before.encode("utf-16-le", errors="surrogatepass")) // 2 + missing
