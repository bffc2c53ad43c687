"""The table of what each checker sees: all of it in docs/checkers.md, the rows that matter most in the README.

``python tests/checker_table.py`` writes it anew from ``tests/typing/constructs.py`` and the installed checkers.
"""

from __future__ import annotations

import re
import tempfile
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from checkers import CHECKERS, TARGETS, Diagnostic, check, version

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

ROOT: Final = Path(__file__).parent.parent
CASES: Final = ROOT / "tests/typing"
CONSTRUCTS: Final = CASES / "constructs.py"
BASELINES: Final = tuple(sorted(CASES.glob("baseline*.py")))
PAGE: Final = ROOT / "docs/checkers.md"
README: Final = ROOT / "README.md"

_HEADING: Final = re.compile(
    r"# (?:=== (?P<section>.+)|--- (?P<kind>\w+)(?:: (?P<title>.+?)(?: \(needs: (?P<needs>.+?)\))?"
    r"(?: \(from (?P<since>[\d.]+)\))?(?P<short> \[README\])?)?)$"
)
_MARKED: Final = re.compile(r"(?<=<!-- checkers -->\n).*?(?=<!-- /checkers -->)", re.DOTALL)


@dataclass(frozen=True)
class Row:
    """A construct: lines ``first`` to before ``end`` of the file, and whether they hold a mistake."""

    section: str
    kind: str
    title: str
    needs: str | None
    since: str | None
    """The first version of Python that has the construct."""
    is_short: bool
    """True if the README's table has it."""
    first: int
    end: int

    def exists_in(self, target: str) -> bool:
        """Return whether a version of Python has the construct."""
        return self.since is None or TARGETS.index(target) >= TARGETS.index(self.since)


def read_rows(source: str) -> list[Row]:
    """Return the constructs of a file, in order; the setup is a row without a title."""
    lines = source.splitlines()
    marks = [(number, match) for number, line in enumerate(lines, 1) if (match := _HEADING.match(line))]
    rows: list[Row] = []
    section = ""
    for (number, match), end in zip(marks, [*(n for n, _ in marks[1:]), len(lines) + 1], strict=True):
        section = match["section"] or section
        kind = match["kind"] or "setup"
        rows.append(
            Row(
                section, kind, match["title"] or "", match["needs"], match["since"], bool(match["short"]), number, end
            )
        )
    return rows


def reported(rows: Sequence[Row], diagnostics: Sequence[Diagnostic]) -> set[Row]:
    """Return the rows in which a checker reports something.

    Raises:
        ValueError: something is reported outside of mistakes and correct uses.
    """
    found: set[Row] = set()
    for diagnostic in diagnostics:
        row = next((row for row in rows if row.first <= diagnostic.line < row.end), None)
        if row is None or row.kind == "setup":
            raise ValueError(f"reported outside of every construct: {diagnostic}")
        found.add(row)
    return found


def cell(row: Row, found: set[Row]) -> str:
    """Say what a checker does with a construct."""
    if row.kind == "correct":
        return "**false error**" if row in found else "accepts"
    if row.needs is not None and any(other.title == row.needs for other in found):
        return "-"
    return "reports" if row in found else ""


def cells(row: Row, found: Sequence[set[Row]]) -> str:
    """Say what a checker does for each version of Python, in one word where that is the same."""
    said = {target: cell(row, seen) for target, seen in zip(TARGETS, found, strict=True) if row.exists_in(target)}
    if len(set(said.values())) == 1:
        return next(iter(said.values()))
    return ", ".join(f"{target}: {word or 'nothing'}" for target, word in said.items())


def render(rows: Sequence[Row], diagnostics: Mapping[str, Sequence[Sequence[Diagnostic]]], *, short: bool) -> str:
    """Return the table in Markdown, from what each checker reports for each version of Python."""
    found = {checker: [reported(rows, seen) for seen in each] for checker, each in diagnostics.items()}
    return "\n".join(_lines(rows, found, short=short)) + "\n"


def _lines(rows: Sequence[Row], found: Mapping[str, Sequence[set[Row]]], *, short: bool) -> Iterator[str]:
    yield "| | " + " | ".join(_column(checker) for checker in found) + " |"
    yield "|---" * (len(found) + 1) + "|"
    section = ""
    for row in rows:
        if row.kind == "setup" or (short and not row.is_short):
            continue
        if row.section != section and not short:
            section = row.section
            yield f"| **{section}** |" + " |" * len(found)
        title = row.title if row.kind == "mistake" else f"*correct:* {row.title}"
        said = " | ".join(cells(row, seen) for seen in found.values())
        yield f"| {title.replace('|', chr(92) + '|')} | {said} |"


def _column(checker: str) -> str:
    name, plus, plugin = checker.partition(" + ")
    return f"{name} {version(checker)}{plus}{plugin}"


def page(table: str) -> str:
    """Return docs/checkers.md."""
    return f"""# What each checker sees

Each row is a block of [tests/typing/constructs.py](../tests/typing/constructs.py); each column a checker, run on it
with Python {" and ".join(TARGETS)} as its target. `make checkers` writes this page, and a test fails where it is out of date.

- **reports**: the mistake is reported. An empty cell: it is not.
- **accepts**, **false error**: for code that is correct.
- **-**: cannot be judged, since the checker rejects the correct use too.
- **3.12: ..., 3.13: ...**: where it depends on the target; from Python 3.13 on a dataclass has `__replace__`.

{table}"""


def with_table(readme: str, table: str) -> str:
    """Return the README with the table between its marks.

    Raises:
        ValueError: the README has no marks.
    """
    if not _MARKED.search(readme):
        raise ValueError("README.md has no <!-- checkers --> ... <!-- /checkers -->")
    return _MARKED.sub(lambda _: table, readme)


def tables(diagnostics: Mapping[str, Sequence[Sequence[Diagnostic]]]) -> tuple[str, str]:
    """Return docs/checkers.md and the README as they should be."""
    rows = read_rows(CONSTRUCTS.read_text())
    short = render(rows, diagnostics, short=True)
    return page(render(rows, diagnostics, short=False)), with_table(README.read_text(), short)


def main() -> None:
    """Run the checkers and write both tables."""
    diagnostics = {}
    for checker in CHECKERS:
        with tempfile.TemporaryDirectory() as folder:
            diagnostics[checker] = [check(checker, [CONSTRUCTS], Path(folder), target) for target in TARGETS]
    whole, readme = tables(diagnostics)
    PAGE.write_text(whole)
    README.write_text(readme)


if __name__ == "__main__":
    main()
