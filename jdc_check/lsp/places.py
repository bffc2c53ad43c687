"""From lines and columns of findings to positions of an editor, which counts as it has agreed with the server."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from lsprotocol import types
from pygls import uris
from pygls.workspace import PositionCodec

_LINE_END: Final = re.compile("\r\n|\r|\n")


class Spanned(Protocol):
    """A range as findings count: lines and columns from 1, columns in characters."""

    @property
    def line(self) -> int:
        """The first line."""
        ...

    @property
    def column(self) -> int:
        """The first column."""
        ...

    @property
    def end_line(self) -> int:
        """The last line."""
        ...

    @property
    def end_column(self) -> int:
        """The first column after it."""
        ...


def lines_of(text: str) -> list[str]:
    """Return the lines of a document as the protocol counts them."""
    return _LINE_END.split(text)


def position(lines: Sequence[str], line: int, column: int, codec: PositionCodec) -> types.Position:
    """Return the position of a line and a column from 1."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    return types.Position(max(line - 1, 0), codec.client_num_units(text[: max(column - 1, 0)]))


def editor_range(lines: Sequence[str], span: Spanned, codec: PositionCodec) -> types.Range:
    """Return a range as the editor counts."""
    return types.Range(
        position(lines, span.line, span.column, codec), position(lines, span.end_line, span.end_column, codec)
    )


def line_range(lines: Sequence[str], line: int, codec: PositionCodec) -> types.Range:
    """Return the range of the text on a line."""
    text = lines[line - 1] if 0 < line <= len(lines) else ""
    first = len(text) - len(text.lstrip())
    return types.Range(position(lines, line, first + 1, codec), position(lines, line, len(text) + 1, codec))


def place(lines: Sequence[str], at: types.Position, codec: PositionCodec) -> tuple[int, int]:
    """Return the line and the column, from 1 and in characters, of a position of the editor."""
    found = codec.position_from_client_units(list(lines), at)
    return found.line + 1, found.character + 1


def path_of(uri: str) -> str | None:
    """Return the path that a document has, or would have; None for one that is no file."""
    if not uri.startswith("file:"):
        return None
    path = uris.to_fs_path(uri)
    return None if path is None else str(Path(path).absolute())


def uri_of(path: str) -> str:
    """Return the name by which the protocol knows a file."""
    return uris.from_fs_path(path) or Path(path).as_uri()
