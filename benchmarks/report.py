"""The report of a benchmark: tables of times, and lines that compare a figure with its target."""

from __future__ import annotations

import argparse
import platform
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from rich import box
from rich.console import Console
from rich.table import Table

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping


@dataclass(frozen=True)
class Verdict:
    """A figure beside its target.

    ``at_most`` says which side of the target is good; ``note`` puts the figure in proportion (the best
    peer, say). ``unit`` is ``"x"`` for ratios.
    """

    what: str
    measured: float
    target: float
    at_most: bool = True
    unit: str = "x"
    note: str = ""

    @property
    def ok(self) -> bool:
        """Return whether the target is met, at the two decimals that are printed."""
        measured = round(self.measured, 2)
        return measured <= self.target if self.at_most else measured >= self.target


@dataclass
class Report:
    """The result of one benchmark."""

    title: str
    tables: list[Table] = field(default_factory=list)
    verdicts: list[Verdict] = field(default_factory=list)


def times_table(title: str, rows: Mapping[str, Mapping[str, float]], limit: str) -> Table:
    """Lay out nanoseconds and, in brackets, the ratio to the contender called ``limit``.

    ``rows`` maps what was done to the time of each contender, which need not be the same in each row.
    """
    names = list(dict.fromkeys(name for row in rows.values() for name in row))
    table = Table(title=title, box=box.SIMPLE)
    table.add_column("ns (ratio)")
    for name in names:
        table.add_column(name, justify="right", overflow="fold")
    for what, times in rows.items():
        cells = [f"{times[n]:.0f} ({times[n] / times[limit]:.2f})" if n in times else "" for n in names]
        table.add_row(what, *cells)
    return table


def verdict_table(verdicts: list[Verdict]) -> Table:
    """Lay out verdicts, one a line."""
    table = Table(title="Targets", box=box.SIMPLE)
    for column, side in (
        ("what", "left"),
        ("target", "right"),
        ("measured", "right"),
        ("", "left"),
        ("beside", "left"),
    ):
        table.add_column(column, justify=side)
    for v in verdicts:
        sign = "<=" if v.at_most else ">="
        mark = "ok" if v.ok else "short"
        style = "" if v.ok else "red"
        target, measured = (f"{number:g} {v.unit}" for number in (v.target, round(v.measured, 2)))
        table.add_row(v.what, f"{sign} {target}", measured, mark, v.note, style=style)
    return table


def show(reports: list[Report], *, markdown: bool = False) -> None:
    """Print reports, and last the verdicts of all of them; as Markdown if asked."""
    console = Console(width=None if not markdown else 200, highlight=False, no_color=markdown or None)
    tables = [table for report in reports for table in report.tables]
    verdicts = [verdict for report in reports for verdict in report.verdicts]
    if verdicts:
        tables.append(verdict_table(verdicts))
    for table in tables:
        if markdown:
            table.box, title, table.title = box.MARKDOWN, table.title, None
            console.print(f"**{title}** (Python {platform.python_version()})\n")
        console.print(table)


def main(measure: Callable[..., Report]) -> None:
    """Run one benchmark from the command line."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--quick", action="store_true", help="fewer samples")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    options = parser.parse_args()
    show([measure(quick=options.quick)], markdown=options.markdown)
