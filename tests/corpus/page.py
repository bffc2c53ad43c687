"""The table of docs/corpus.md, and what is printed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from corpus.verdicts import count

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from corpus.measuring import Result
    from corpus.verdicts import Place, Verdict

PAGE: Final = Path(__file__).parents[2] / "docs" / "corpus.md"
_MARKED: Final = re.compile(r"(?<=<!-- corpus -->\n).*?(?=<!-- /corpus -->)", re.DOTALL)
_COLUMNS: Final = ("files", "classes", "findings", "true", "false", "errors gone", "errors new", "seconds")


def table(results: Sequence[Result], verdicts: Mapping[Place, Verdict]) -> str:
    """Return the table in Markdown: a row for each package, and one for all."""
    numbers = [_numbers(result, verdicts) for result in results]
    rows = [(result.package.name, result.package.version, *row) for result, row in zip(results, numbers, strict=True)]
    heads = ("package", "version", *_COLUMNS)
    sums = ("all", "", *(sum(column) for column in zip(*numbers, strict=True)))
    return "\n".join(map(_line, [heads, ["---"] * len(heads), *rows, sums]))


def _numbers(result: Result, verdicts: Mapping[Place, Verdict]) -> tuple[int, ...]:
    checked, compared = result.checked, result.compared
    gone, new = (len(compared.gone), len(compared.new)) if compared else (0, 0)
    judged = count(verdicts, checked.findings)
    return checked.files, result.classes, len(checked.findings), *judged, gone, new, round(checked.seconds)


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def ratio(results: Sequence[Result]) -> str:
    """Return a sentence with the processor time of mypy with the plugin against mypy without."""
    compared = [result.compared for result in results if result.compared]
    plain, plugin = (sum(getattr(each, name).seconds for each in compared) for name in ("plain", "plugin"))
    return (
        f"mypy with the plugin took {plugin:.0f} s of processor time, and {plain:.0f} s without: {plugin / plain:.2f} "
        "times as long."
    )


def with_results(page: str, text: str) -> str:
    """Return the page with a text between its marks.

    Raises:
        ValueError: the page has no marks.
    """
    if not _MARKED.search(page):
        raise ValueError("docs/corpus.md has no <!-- corpus --> ... <!-- /corpus -->")
    return _MARKED.sub(lambda _: f"{text}\n", page)
