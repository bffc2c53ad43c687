"""Findings for people: the message, the source line, a caret under the exact range, the card."""

from __future__ import annotations

from typing import Final

from rich.cells import cell_len
from rich.console import Console
from rich.syntax import Syntax
from rich.text import Text

from jdc_check.cards import card_command, card_path
from jdc_check.findings import Finding, Report
from jdc_check.outputs.summary import summary
from jdc_check.places import place_of
from jdc_check.sourcefile import source_file

TAB_SIZE: Final = 4
ELLIPSIS: Final = "..."
LEAD: Final = 24
"""Cells of code that stay visible left of the range when a long line is cut."""


def print_text(report: Report, console: Console) -> None:
    """Print each finding with its source, then how many there are."""
    pointed_at: set[str] = set()
    for finding in report.findings:
        lines = [_headline(finding), *_source(finding, _room(console)), *_hints(finding)]
        if finding.code not in pointed_at:
            lines.append(_aside(f"see: {card_command(finding.code)}"))
            pointed_at.add(finding.code)
        for line in (*lines, Text()):
            console.print(line, soft_wrap=bool(line.no_wrap) or not console.is_terminal, highlight=False)
    console.print(summary(report), soft_wrap=True, highlight=False)


def _headline(finding: Finding) -> Text:
    position = str(place_of(finding.path, finding.line)).removeprefix(finding.path)
    place = Text.assemble((finding.path, "bold"), f"{position}:{finding.column}: ")
    return Text.assemble(place, Text(finding.code, _link_style(finding.code)), f": {finding.message}")


def _link_style(code: str) -> str:
    """Return a style that opens the card in a terminal that knows hyperlinks."""
    path = card_path(code)
    return "bold red" if path is None else f"bold red link {path.absolute().as_uri()}"


def _hints(finding: Finding) -> list[Text]:
    others = [f"{other.message}: {place_of(other.path, other.line)}:{other.column}" for other in finding.related]
    return [_aside(line) for line in (*finding.hints, *others)]


def _aside(content: str) -> Text:
    return Text.assemble(("      = ", "blue"), content)


def _room(console: Console) -> int | None:
    """Return the cells for the source line; None where a long line may run on."""
    return max(console.width - 8, 2 * LEAD) if console.is_terminal else None


def _source(finding: Finding, room: int | None) -> list[Text]:
    """Return the first line of the range and the marks under it."""
    line = source_file(finding.path).line(finding.line)
    if not line.strip():
        return []
    last = finding.end_column - 1 if finding.end_line == finding.line else len(line.rstrip())
    start = _cells(line[: finding.column - 1])
    width = max(_cells(line[:last]) - start, 1)
    code = Text(line.expandtabs(TAB_SIZE)) if room is None else _highlighted(line.expandtabs(TAB_SIZE))
    shown, start, width = _cut(code, start, width, room)
    number = place_of(finding.path, finding.line).line
    return [
        Text.assemble((f"{number:>5} | ", "blue"), shown, no_wrap=True),
        Text.assemble(("      | ", "blue"), " " * start, ("^" * width, "bold red"), no_wrap=True),
    ]


def _highlighted(line: str) -> Text:
    code = Syntax("", "python", theme="ansi_dark").highlight(line)
    code.rstrip()
    return code


def _cells(text: str) -> int:
    """Return how wide a terminal shows ``text``, tabs and wide characters included."""
    return cell_len(text.expandtabs(TAB_SIZE))


def _cut(code: Text, start: int, width: int, room: int | None) -> tuple[Text, int, int]:
    """Return the part of a long line around the range, and where the range lies in it."""
    if room is None or code.cell_len <= room:
        return code, start, width
    removed = max(start - LEAD, 0) if start + width > room else 0
    if removed:
        before = _index_at_cell(code.plain, removed)
        removed = cell_len(code.plain[:before]) - len(ELLIPSIS)
        code = Text(ELLIPSIS, "dim") + code[before:]
    if code.cell_len > room:
        end = _index_at_cell(code.plain, room - len(ELLIPSIS))
        code = code[:end] + Text(ELLIPSIS, "dim")
    return code, start - removed, min(width, max(room - (start - removed), 1))


def _index_at_cell(text: str, cell: int) -> int:
    """Return the index of the last character that starts at or before ``cell``."""
    position = 0
    for index, character in enumerate(text):
        width = cell_len(character)
        if position + width > cell:
            return index
        position += width
    return len(text)
