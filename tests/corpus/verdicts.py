"""The tables of findings, each with its verdict, and the comparison of a run with them."""

from __future__ import annotations

import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TABLES: Final = tuple(Path(__file__).parent / name for name in ("findings.toml", "errors.toml"))
"""The findings of the rules, and the errors of mypy's own that come with the plugin."""


@dataclass(frozen=True, order=True)
class Place:
    """A finding by its place: the file within the directory of installed packages, the line, the rule."""

    path: str
    line: int
    code: str

    @property
    def module(self) -> str:
        """The top-level module."""
        return self.path.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: [{self.code}]"


@dataclass(frozen=True)
class Verdict:
    """A judgement, and the reason: what fails, or why nothing does."""

    is_true: bool
    reason: str


def read(files: Iterable[Path] = TABLES) -> dict[Place, Verdict]:
    """Read tables.

    Raises:
        ValueError: a finding is listed twice, its verdict is neither true nor false, or the reason is no sentence.
    """
    table: dict[Place, Verdict] = {}
    for entry in (entry for file in files for entry in tomllib.loads(file.read_text())["finding"]):
        verdict = _verdict(entry)
        for path, lines in entry["places"].items():
            for line in lines:
                place = Place(path, line, entry["code"])
                if place in table:
                    raise ValueError(f"listed twice: {place}")
                table[place] = verdict
    return table


def _verdict(entry: Mapping[str, Any]) -> Verdict:
    """Read an entry's verdict: ``true`` or ``false`` has the reason."""
    told = sorted(entry.keys() & {"true", "false"})
    if len(told) != 1:
        raise ValueError(f"an entry has one of true or false: {dict(entry)}")
    reason = entry[told[0]]
    if not reason.endswith("."):
        raise ValueError(f"the reason is no sentence: {reason}")
    return Verdict(told[0] == "true", reason)


def differences(
    found: Mapping[Place, str], table: Mapping[Place, Verdict], checked: Iterable[str], codes: str = ""
) -> list[str]:
    """Return a line for each finding that has no verdict, and for each verdict without a finding.

    ``found`` has the message of each finding, ``checked`` the modules that were checked, for codes that start with
    ``codes``.
    """
    modules = set(checked)
    new = [f"new, without a verdict: {place} {found[place]}" for place in sorted(found.keys() - table.keys())]
    gone = sorted(
        place for place in table.keys() - found.keys() if place.module in modules and place.code.startswith(codes)
    )
    return [*new, *(f"not found any more: {place} {_shown(table[place])}" for place in gone)]


def count(table: Mapping[Place, Verdict], findings: Iterable[Place]) -> tuple[int, int]:
    """Return how many findings are true, and how many are false."""
    verdicts = Counter(table[place].is_true for place in findings if place in table)
    return verdicts[True], verdicts[False]


def _shown(verdict: Verdict) -> str:
    return f"({'true' if verdict.is_true else 'false'}: {verdict.reason})"
