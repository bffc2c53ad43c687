"""The tables of shapes in docs/mutants.md."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from mutants.shape_changes import Change
    from mutants.shape_packages import ShapesJudged


def of_programs(found: Sequence[Change], missed: Sequence[Change]) -> str:
    """Return the table by kind of change."""
    hits, planted = Counter(each.kind for each in found), Counter(each.kind for each in (*found, *missed))
    rows = [(kind, hits[kind], planted[kind]) for kind in sorted(planted)]
    return _lines(
        ("changed", "found", "planted"), [*rows, (f"all, {_share(hits, planted)}", hits.total(), planted.total())]
    )


def of_packages(judged: Sequence[ShapesJudged]) -> str:
    """Return the table by kind of change and by package: found of planted."""
    hits = Counter((each.package, one.change.kind) for each in judged for one in each.found)
    planted = hits + Counter((each.package, one.change.kind) for each in judged for one in each.missed)
    names, kinds = [each.package for each in judged], sorted({kind for _, kind in planted})
    rows = [(kind, *_of(hits, planted, [(name, kind) for name in names])) for kind in kinds]
    columns = [[(name, kind) for kind in kinds] for name in names]
    last = [_of(hits, planted, each)[-1] for each in columns]
    everything = _of(hits, planted, [cell for each in columns for cell in each])[-1]
    return _lines(("changed", *names, "all"), [*rows, (f"all, {_share(hits, planted)}", *last, everything)])


def _of(
    hits: Counter[tuple[str, str]], planted: Counter[tuple[str, str]], cells: Iterable[tuple[str, str]]
) -> list[str]:
    """Return the text of each cell, and of their sum."""
    cells = list(cells)
    counts = [(hits[cell], planted[cell]) for cell in cells]
    counts.append((sum(each for each, _ in counts), sum(each for _, each in counts)))
    return [f"{found} of {all_of_them}" if all_of_them else "" for found, all_of_them in counts]


def _share(hits: Counter[object] | Counter[str], planted: Counter[object] | Counter[str]) -> str:
    return f"{100 * hits.total() / max(planted.total(), 1):.0f} %"


def _lines(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    cells = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(map(str, each))} |" for each in cells)
