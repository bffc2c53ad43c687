"""The table of docs/mutants.md."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING, Final

from mutants.judging import KINDS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from mutants.judging import Judged

PAGE: Final = Path(__file__).parents[2] / "docs" / "mutants.md"


def table(judged: Sequence[Judged]) -> str:
    """Return the table in Markdown: a row for each kind, and one for all."""
    found = Counter(kind.name for each in judged for kind, _ in each.found)
    missed = Counter(kind.name for each in judged for kind, _ in each.missed)
    rows = [
        (kind.rule.code, kind.name, kind.reason, found[kind.name], found[kind.name] + missed[kind.name])
        for kind in KINDS
        if found[kind.name] + missed[kind.name]
    ]
    total = found.total() + missed.total()
    share = f"{100 * found.total() / total:.0f} %" if total else ""
    heads = ("rule", "mistake", "why it fails", "found", "planted")
    return "\n".join(map(_line, [heads, ["---"] * 5, *rows, ("all", share, "", found.total(), total)]))


def _line(cells: Sequence[object]) -> str:
    return f"| {' | '.join(map(str, cells))} |"


def with_table(page: str, text: str, mark: str = "mutants") -> str:
    """Return the page with a text between its marks of that name.

    Raises:
        ValueError: the page has no such marks.
    """
    marked = re.compile(rf"(?<=<!-- {mark} -->\n).*?(?=<!-- /{mark} -->)", re.DOTALL)
    if not marked.search(page):
        raise ValueError(f"docs/mutants.md has no <!-- {mark} --> ... <!-- /{mark} -->")
    return marked.sub(lambda _: f"{text}\n", page)
