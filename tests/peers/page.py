"""The table of docs/peers.md, and what is printed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Final

from peers.environment import ROOT
from peers.running import Ran

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from peers.running import Skipped
    from peers.suite import Suite

PAGE: Final = ROOT / "docs" / "peers.md"
_MARKED: Final = re.compile(r"(?<=<!-- peers -->\n).*?(?=<!-- /peers -->)", re.DOTALL)
_HEAD: Final = (
    "| suite | version | jax | what jdc replaces | passed | skipped by the suite |\n|---|---|---|---|---|---|"
)


def table(results: Iterable[Ran | Skipped]) -> str:
    """Return the table in Markdown: a row for each suite."""
    return "\n".join([_HEAD, *map(_row, results)])


def _row(result: Ran | Skipped) -> str:
    suite = result.suite
    start = f"| {suite.name} | {suite.version}"
    if isinstance(result, Ran):
        verdict = result.verdict
        passed = f"{verdict.passed} of {verdict.passed + verdict.failed}"
        return f"{start} | {result.jax} | {suite.place} | {passed} | {verdict.skipped} |"
    return f"{start} | - | {suite.place} | not run: {result.reason} | - |"


def surprises(results: Iterable[Ran | Skipped]) -> list[str]:
    """Return a line for each thing that was not as expected."""
    return [
        f"{result.suite.name}: {surprise}"
        for result in results
        if isinstance(result, Ran)
        for surprise in result.verdict.surprises
    ]


def reasons(suites: Iterable[Suite]) -> str:
    """Return the tests that do not pass or cannot run, and why, in Markdown."""
    return "\n".join(line for suite in suites for line in _reasons(suite))


def _reasons(suite: Suite) -> Iterator[str]:
    if suite.differences or suite.left_out:
        yield f"\n**{suite.name}**\n"
    for difference in suite.differences:
        yield f"- {_names(difference.tests)}: {difference.reason}"
    for entry in suite.left_out:
        where = f" before Python {'.'.join(map(str, entry.python))}" if entry.python else ""
        yield f"- Left out{where}: {_names(entry.tests)}. {entry.reason}"


def _names(tests: Iterable[str]) -> str:
    return ", ".join(f"`{test.rpartition('::')[2]}`" for test in tests)


def with_results(page: str, results: Sequence[Ran | Skipped], suites: Sequence[Suite]) -> str:
    """Return the page with the rows of what ran as expected, and the reasons of all suites, between its marks.

    Rows of other suites stay as they are.

    Raises:
        ValueError: the page has no marks.
    """
    marked = _MARKED.search(page)
    if not marked:
        raise ValueError("docs/peers.md has no <!-- peers --> ... <!-- /peers -->")
    rows = {line.split("|")[1].strip(): line for line in marked[0].splitlines() if line.startswith("| ")}
    rows |= {
        result.suite.name: _row(result)
        for result in results
        if isinstance(result, Ran) and not result.verdict.surprises
    }
    lines = [_HEAD, *(rows[suite.name] for suite in suites if suite.name in rows), reasons(suites), ""]
    return _MARKED.sub(lambda _: "\n".join(lines), page)
