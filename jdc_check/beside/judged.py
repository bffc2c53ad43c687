"""The joint report of a checker and of jdc: the same for ``jdc check --with`` and in an editor.

The checker's reports stay, unless they are false. If it and jdc say the same, the checker's report is the one that
is shown: its users know its rules, and have comments for them.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from jdc_check.beside.checker import Checker
from jdc_check.beside.comments import is_silenced
from jdc_check.beside.explained import WAYS, Explained, Judge
from jdc_check.beside.reported import About, Claim, Reported
from jdc_check.beside.syntax import syntax_of
from jdc_check.findings import Finding, Report
from jdc_check.suppress import Suppressions

_TWICE: Final[Mapping[str, About]] = {
    "jdc-frozen": About.READ_ONLY,
    "jdc-unannotated": About.UNANNOTATED,
    "jdc-inheritance": About.FROZEN_BASE,
}
"""The rules that checkers have too, and what their reports claim then."""


@dataclass(frozen=True, slots=True)
class Judged:
    """The reports of both, judged."""

    false: frozenset[int]
    """The numbers of the checker's reports that are false."""
    own: list[Finding]
    """The findings of jdc that the checker does not say."""
    carried: list[Finding]
    """The errors of mypy where the checker cannot judge."""
    said: list[Finding] = field(default_factory=list[Finding])
    """The findings of jdc that the checker says too."""


def may_be_false(checker: Checker, report: Reported) -> bool:
    """Return whether a report claims what the analysis may know better."""
    claim = checker.claim(report)
    return claim is not None and (claim.about in WAYS or claim.about is About.COMMENT)


def judged(checker: Checker, reports: Sequence[Reported], analysis: Report, codes: Collection[str]) -> Judged:
    """Return what is left of the reports of a checker and of the analysis; ``codes`` are those to report."""
    judge = Judge(analysis)
    claims = [checker.claim(report) for report in reports]
    explained = [judge.explain(report, claim) for report, claim in zip(reports, claims, strict=True)]
    stays = [number for number, each in enumerate(explained) if each is None]
    suppressions = Suppressions()
    carried = judge.carried(_false(explained), [reports[number] for number in stays])
    said = _said(analysis.findings, [(reports[number], claims[number]) for number in stays])
    return Judged(
        frozenset(range(len(reports))).difference(stays),
        [each for each in analysis.findings if each not in said and not _is_silenced(each, checker)],
        [
            each
            for each in carried
            if each.code in codes and not suppressions.silence(each) and not is_silenced(each, checker.name)
        ],
        sorted(said),
    )


def _false(explained: Sequence[Explained | None]) -> list[Explained]:
    return [each for each in explained if each is not None]


def _is_silenced(finding: Finding, checker: Checker) -> bool:
    """Return whether a comment for the checker silences a finding, or silences what the checker says of the same."""
    about = _TWICE.get(finding.code)
    return is_silenced(finding, checker.name, () if about is None else checker.rules(about))


def _said(findings: Sequence[Finding], stays: Sequence[tuple[Reported, Claim | None]]) -> set[Finding]:
    """Return the findings of which the checker says the same, and as an error."""
    claimed = [
        (report, claim)
        for report, claim in stays
        if claim is not None and claim.about in _TWICE.values() and report.severity == "error"
    ]
    twice = [each for each in findings if each.code in _TWICE] if claimed else []
    return {each for each in twice if any(_says(report, claim, each, twice) for report, claim in claimed)}


def _says(report: Reported, claim: Claim, finding: Finding, findings: Sequence[Finding]) -> bool:
    """Return whether a report speaks of a finding, and could not speak of another one."""
    if report.path != finding.path or claim.about is not _TWICE[finding.code] or not _names(finding, claim.name):
        return False
    begin, end = (finding.line, finding.column), (finding.end_line, finding.end_column)
    if begin <= (report.line, report.column) < end:
        return True
    here = [each for each in findings if each.path == finding.path and _names(each, claim.name)]
    return _is_near(report, finding) and not any(each != finding and _is_near(report, each) for each in here)


def _names(finding: Finding, name: str) -> bool:
    return f'"{name}"' in finding.message or not name


def _is_near(report: Reported, finding: Finding) -> bool:
    """Return whether a report is on the line of a finding, or in the statement that writes there."""
    if report.line == finding.line:
        return True
    written = syntax_of(finding.path).written
    target = next((each for each in written if each.start == (finding.line, finding.column)), None)
    return target is not None and written[target].holds((report.line, max(report.column, 1)))
