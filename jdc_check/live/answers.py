"""The answers of an analysis that stays, on both sides of the pipe."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, NamedTuple

from jdc_check.findings import Edit, Finding, Fix, Related, Unchecked


class Broken(NamedTuple):
    """Why a text is not analysed."""

    line: int | None
    reason: str


class Idle(NamedTuple):
    """A comment that silences nothing."""

    line: int
    message: str
    is_mistaken: bool
    """True if it names no rule, so that it could not silence anything."""


@dataclass(frozen=True, slots=True)
class Answer:
    """The outcome of an analysis, by absolute path."""

    findings: Mapping[str, list[Finding]]
    """Of each file that is checked, the empty lists too."""
    broken: Mapping[str, Broken] = field(default_factory=dict[str, Broken])
    """The files whose present text is not analysed: their findings are those of an earlier text."""
    comments: Mapping[str, list[Idle]] = field(default_factory=dict[str, list[Idle]])
    """Of files that an editor has open."""
    warnings: tuple[str, ...] = ()
    batches: tuple[tuple[str, ...], ...] = ()
    """The files that are analysed together, one process for each group; only told at the start."""
    unchecked: tuple[Unchecked, ...] | None = None
    """All that could not be checked; only told at the start."""
    again: tuple[str, ...] = ()
    """Why all processes have to begin anew. The same reasons after that are none."""

    def as_json(self) -> dict[str, Any]:
        """Return what goes over the pipe."""
        found = {path: [asdict(finding) for finding in findings] for path, findings in self.findings.items()}
        return {
            "findings": found,
            "broken": dict(self.broken),
            "comments": dict(self.comments),
            "warnings": self.warnings,
            "batches": self.batches,
            "unchecked": None if self.unchecked is None else [asdict(each) for each in self.unchecked],
            "again": self.again,
        }


def from_json(told: Mapping[str, Any]) -> Answer:
    """Return the answer that came over the pipe."""
    return Answer(
        {path: [finding_from_json(each) for each in findings] for path, findings in told["findings"].items()},
        {path: Broken(*why) for path, why in told["broken"].items()},
        {path: [Idle(*each) for each in comments] for path, comments in told["comments"].items()},
        tuple(told["warnings"]),
        tuple(tuple(batch) for batch in told["batches"]),
        None if told["unchecked"] is None else tuple(Unchecked(**each) for each in told["unchecked"]),
        tuple(told["again"]),
    )


def finding_from_json(told: Mapping[str, Any]) -> Finding:
    """Return the finding that came over the pipe."""
    given = dict(told)
    given["hints"] = tuple(told["hints"])
    given["fixes"] = tuple(Fix(fix["title"], tuple(Edit(**edit) for edit in fix["edits"])) for fix in told["fixes"])
    given["related"] = tuple(Related(**other) for other in told["related"])
    return Finding(**given)
