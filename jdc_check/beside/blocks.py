"""Text in which a report takes several lines, with the source: what ty and pyrefly print."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from jdc_check.beside.places import source_path
from jdc_check.beside.reported import Reported, Severity
from jdc_check.findings import Finding
from jdc_check.sourcefile import source_file


@dataclass(frozen=True, slots=True)
class Form:
    """The lines in which a report begins, as regular expressions.

    Both have groups ``severity``, ``rule`` and ``message``; the second ``path``, ``line`` and ``column`` as well.
    """

    head: re.Pattern[str]
    on_one_line: re.Pattern[str]
    end: re.Pattern[str]
    """The line after the last report."""
    severity: Callable[[str], Severity]


_ARROW = re.compile(r"^\s*--> (?P<path>.+?):(?P<line>\d+):(?P<column>\d+)")


def read_blocks(text: str, form: Form) -> tuple[list[Reported], list[str]]:
    """Return the reports in a text, and the lines behind the last of them."""
    blocks: list[list[str]] = [[]]
    behind: list[str] = []
    for line in text.splitlines(keepends=True):
        if behind or form.end.match(line):
            behind.append(line)
        elif form.head.match(line) or form.on_one_line.match(line):
            blocks.append([line])
        else:
            blocks[-1].append(line)
    reports = [report for block in blocks[1:] if (report := _read(block, form)) is not None]
    return reports, [*blocks[0], *behind]


def _read(block: Sequence[str], form: Form) -> Reported | None:
    head = form.on_one_line.match(block[0]) or form.head.match(block[0])
    assert head is not None
    groups, raw = head.groupdict(), "".join(block)
    if "line" not in groups:
        arrow = next(filter(None, map(_ARROW.match, block)), None)
        if arrow is None:
            return Reported("", 0, 0, 0, 0, form.severity(groups["severity"]), groups["rule"], groups["message"], raw)
        groups |= arrow.groupdict()
    path, line, column = source_path(groups["path"]), int(groups["line"]), int(groups["column"])
    severity = form.severity(groups["severity"])
    return Reported(path, line, column, 0, 0, severity, groups["rule"], groups["message"], raw)


def drawn(finding: Finding, *, last_bar: bool) -> str:
    """Return the place of a finding and its source line as both checkers draw them."""
    line = source_file(finding.path).line(finding.line)
    gutter = " " * len(str(finding.line))
    end = finding.end_column if finding.end_line == finding.line else len(line.rstrip()) + 1
    marks = " " * (finding.column - 1) + "^" * max(end - finding.column, 1)
    lines = [
        f"{gutter}--> {finding.path}:{finding.line}:{finding.column}",
        f"{gutter} |",
        f"{finding.line} | {line}".rstrip(),
        f"{gutter} | {marks}",
    ]
    hints = [f"{gutter} = {hint}" for hint in finding.hints]
    return "".join(f"{each}\n" for each in [*lines, *hints, *([""] if last_bar else [])])
