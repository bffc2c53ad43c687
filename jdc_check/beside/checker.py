"""The protocol of a checker, as `jdc check --with` uses it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import Any, Protocol

from jdc_check.beside.reported import About, Claim, Done, Outcome, Reported
from jdc_check.errors import JdcError
from jdc_check.findings import Finding


class UnreadableOutputError(JdcError):
    """The output of a checker is not what it is known to print."""


class Checker(Protocol):
    """A checker that runs beside the analysis."""

    @property
    def name(self) -> str:
        """Its name, which is that of its program."""
        ...

    @property
    def environment(self) -> Mapping[str, str]:
        """Environment variables that its output depends on."""
        ...

    def command(self, program: Sequence[str], paths: Sequence[str], *, as_json: bool) -> Sequence[str]:
        """Return what to run."""
        ...

    def read(self, done: Done, *, as_json: bool) -> Outcome:
        """Return what it said.

        Raises:
            UnreadableOutputError: that is in no form that is known.

        """
        ...

    def claim(self, report: Reported) -> Claim | None:
        """Return what a report says; None for what the plugin never knows better."""
        ...

    def rules(self, about: About) -> Collection[str]:
        """Return the rules whose reports may claim this, as comments that ignore them name them."""
        ...

    def as_text(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> str:
        """Return the report as the checker itself would print it."""
        ...

    def as_json(self, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]) -> Any:
        """Return the report in the JSON of the checker."""
        ...

    def as_printed(self, document: Any) -> str:
        """Return the text of that JSON."""
        ...

    def fails_on_warnings(self, command: Sequence[str]) -> bool:
        """Return whether the user's configuration lets a warning fail the check."""
        ...


def count(number: int, noun: str, nouns: str = "") -> str:
    """Return ``1 error``, ``2 errors``."""
    return f"{number} {noun}" if number == 1 else f"{number} {nouns or noun + 's'}"


def in_order(kept: Sequence[Reported], added: Sequence[Finding]) -> list[Reported | Finding]:
    """Return both, each finding before the first report of its file that comes after it."""
    merged: list[Reported | Finding] = list(kept)
    for finding in added:
        same = [place for place, each in enumerate(merged) if each.path == finding.path]
        place = (finding.line, finding.column)
        after = (at for at in same if (merged[at].line, merged[at].column) > place)
        merged.insert(next(after, same[-1] + 1 if same else len(merged)), finding)
    return merged
