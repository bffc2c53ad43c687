"""The file of a notebook: its cells, and where in the JSON the source of each is."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Final, cast

from jdc_check.errors import JdcError

NEWLINE: Final = re.compile("\r\n|\r|\n")
_SPACE: Final = re.compile("[ \t\r\n]*")
_DECODER: Final = json.JSONDecoder()


class NotebookError(JdcError):
    """A file that is not a notebook of the present format."""


@dataclass(frozen=True, slots=True)
class RawCell:
    """A code cell. ``number`` counts all cells from 1, as an editor and ruff do."""

    number: int
    source: str
    span: tuple[int, int]
    """The start and end of the value of ``source`` in the file."""
    rows: tuple[int, ...]
    """The line of the file, from 1, on which each line of the source starts."""


@dataclass(frozen=True, slots=True)
class Raw:
    """A notebook as its file has it."""

    text: str
    is_python: bool
    cells: tuple[RawCell, ...]

    def with_sources(self, sources: Mapping[int, str]) -> str:
        """Return the file with other sources for some cells, by number, and everything else as it is."""
        text = self.text
        for cell in reversed(self.cells):
            if cell.number in sources and sources[cell.number] != cell.source:
                start, end = cell.span
                text = text[:start] + _written(sources[cell.number], text[start:end]) + text[end:]
        return text


def read_raw(content: str) -> Raw:
    """Return the notebook that the text of a file is; an empty file is a notebook without cells, as Jupyter has it.

    Raises:
        NotebookError: it is none, or one of a format before version 4, of 2015.

    """
    content = content.removeprefix("\ufeff")
    if not content.strip():
        return Raw(content, is_python=True, cells=())
    document = _document(content)
    start, _ = dict(_members(content, _skipped(content, 0)))["cells"]
    cells = list(_code_cells(content, _items(content, start)))
    return Raw(content, _is_python(_table(document.get("metadata"))), tuple(cells))


def _document(content: str) -> dict[str, Any]:
    try:
        document = json.loads(content)
    except ValueError as error:
        raise NotebookError(f"not a notebook: not JSON: {error}") from error
    except RecursionError as error:
        raise NotebookError("not a notebook: nested too deeply") from error
    found = _table(document)
    if "worksheets" in found:
        raise NotebookError(
            "a notebook of format 3, which jupyter nbconvert --to notebook --inplace brings up to date"
        )
    if not isinstance(found.get("cells"), list):
        raise NotebookError('not a notebook: it has no list of "cells"')
    return found


def _table(value: object) -> dict[str, Any]:
    return cast("dict[str, Any]", value) if isinstance(value, dict) else {}


def _is_python(metadata: Mapping[str, Any]) -> bool:
    """Return whether the kernel runs Python, which a notebook that does not say so is taken for."""
    language = _table(metadata.get("kernelspec")).get("language") or _table(metadata.get("language_info")).get("name")
    return not isinstance(language, str) or language.lower() in ("python", "python3", "ipython")


def _code_cells(content: str, cells: Iterable[tuple[int, int]]) -> Iterator[RawCell]:
    for number, (start, _) in enumerate(cells, start=1):
        if content[start] != "{":
            continue
        members = dict(_members(content, start))
        value = {name: _value(content, members[name]) for name in ("cell_type", "metadata") if name in members}
        language = _table(_table(value.get("metadata")).get("vscode")).get("languageId", "python")
        if value.get("cell_type") == "code" and language == "python" and "source" in members:
            cell = _code_cell(content, number, members["source"])
            if cell is not None:
                yield cell


def _code_cell(content: str, number: int, span: tuple[int, int]) -> RawCell | None:
    """Return a cell; None where its source is neither text nor a list of texts."""
    source = _value(content, span)
    pieces = list(_items(content, span[0])) if isinstance(source, list) else [span]
    texts = [_value(content, piece) for piece in pieces]
    if not all(isinstance(text, str) for text in texts):
        return None
    first = content.count("\n", 0, span[0]) + 1
    rows, starts_line = list[int](), True
    for text, (start, _) in zip(texts, pieces, strict=True):
        row = first + content.count("\n", span[0], start)
        ends = len(NEWLINE.findall(text))
        rows += [row] * (ends + 1 if starts_line else ends)
        starts_line = bool(ends) and NEWLINE.split(text)[-1] == ""
        if starts_line:
            rows.pop()  # what comes behind the last line end is the start of the next piece
    if starts_line:
        rows.append(rows[-1] if rows else first)
    return RawCell(number, "".join(texts), span, tuple(rows))


def _value(content: str, span: tuple[int, int]) -> Any:
    return _DECODER.raw_decode(content, span[0])[0]


def _skipped(content: str, at: int) -> int:
    found = _SPACE.match(content, at)
    assert found is not None
    return found.end()


def _items(content: str, at: int) -> Iterator[tuple[int, int]]:
    """Yield where each item of the array at ``at`` starts and ends."""
    at = _skipped(content, at + 1)
    while content[at] != "]":
        end = _DECODER.raw_decode(content, at)[1]
        yield at, end
        at = _behind_comma(content, end)


def _members(content: str, at: int) -> Iterator[tuple[str, tuple[int, int]]]:
    """Yield the name of each member of the object at ``at``, and where its value starts and ends."""
    at = _skipped(content, at + 1)
    while content[at] != "}":
        name, at = _DECODER.raw_decode(content, at)
        at = _skipped(content, _skipped(content, at) + 1)
        end = _DECODER.raw_decode(content, at)[1]
        yield name, (at, end)
        at = _behind_comma(content, end)


def _behind_comma(content: str, at: int) -> int:
    at = _skipped(content, at)
    return _skipped(content, at + 1) if content[at] == "," else at


def _written(source: str, before: str) -> str:
    """Return a source as JSON in the form of the former one: a text or a list, its indentation, its escapes."""
    is_ascii = before.isascii() and "\\u" in before
    if not before.startswith("["):
        return json.dumps(source, ensure_ascii=is_ascii)
    lines = [json.dumps(line, ensure_ascii=is_ascii) for line in re.findall("[^\n]*\n|[^\n]+", source)]
    indented = re.match(r"\[(\s*)", before)
    first = indented[1] if indented is not None else ""
    last = before[len(before[:-1].rstrip()) : -1]
    between = f",{first}" if first.strip(" ") else ", "
    return f"[{first}{between.join(lines)}{last}]"
