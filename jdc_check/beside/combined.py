"""One report of what a checker says and what jdc finds."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from typing import Any

from jdc_check.baseline import Baseline
from jdc_check.beside.checker import Checker, UnreadableOutputError
from jdc_check.beside.judged import judged
from jdc_check.beside.processes import Program, running
from jdc_check.beside.reported import Done, Outcome, Reported
from jdc_check.errors import CLEAN, FINDINGS, TROUBLE, JdcError
from jdc_check.findings import Finding, Report


class CheckerFailedError(JdcError):
    """A checker did not check. ``status`` is what it ended with, ``said`` what it printed."""

    def __init__(self, message: str, status: int, said: str) -> None:
        super().__init__(message)
        self.status = status
        self.said = said


@dataclass(frozen=True, slots=True)
class Combined:
    """The report of one checker, without what is false and with what jdc adds."""

    checker: Checker
    outcome: Outcome
    kept: Sequence[Reported]
    added: Sequence[Finding]
    status: int
    said: Sequence[Finding] = ()
    """The findings of jdc that the checker has said too."""

    def as_text(self) -> str:
        """Return the report as the checker would print it."""
        return self.checker.as_text(self.outcome, self.kept, self.added)

    def as_json(self) -> Any:
        """Return the report in the JSON of the checker."""
        return self.checker.as_json(self.outcome, self.kept, self.added)

    def without(self, baseline: Baseline) -> Combined:
        """Return the rest that a baseline does not accept."""
        kept, added = baseline.new(self.kept, _finding), baseline.new(self.added, lambda each: each)
        fails = any(each.severity == "error" for each in (*map(_finding, kept), *added))
        has_less = len(kept) + len(added) < len(self.kept) + len(self.added)
        status = CLEAN if has_less and not fails and self.status == FINDINGS else self.status
        return replace(self, kept=kept, added=added, status=status)

    @property
    def findings(self) -> list[Finding]:
        """The reports of the checker that stay, in the form of findings."""
        return [_finding(each) for each in self.kept]

    @property
    def errors(self) -> int:
        """How many errors there are."""
        kept = sum(each.severity == "error" for each in self.kept)
        return kept + sum(each.severity == "error" for each in self.added)


def check_beside(
    programs: Sequence[Program],
    paths: Sequence[str],
    analyse: Callable[[], Report],
    codes: Collection[str],
    *,
    as_json: bool,
) -> tuple[Report, list[Combined]]:
    """Run checkers and the analysis at the same time; return the analysis, and what comes of each checker.

    ``codes`` are those to report, also of what mypy says.

    Raises:
        CheckerFailedError: one of them did not check.

    """
    with ExitStack() as stack:
        started = [stack.enter_context(running(program, paths, as_json=as_json)) for program in programs]
        analysis = analyse()
        done = [each.result() for each in started]
    pairs = zip(programs, done, strict=True)
    combined = [_combined(program.checker, each, analysis, codes, as_json=as_json) for program, each in pairs]
    said = {finding for each in combined for finding in each.said}
    return analysis, [replace(each, added=[new for new in each.added if new not in said]) for each in combined]


def _combined(checker: Checker, done: Done, analysis: Report, codes: Collection[str], *, as_json: bool) -> Combined:
    outcome = _read(checker, done, as_json=as_json)
    left = judged(checker, outcome.reports, analysis, codes)
    kept = [report for number, report in enumerate(outcome.reports) if number not in left.false]
    added = sorted((*left.own, *left.carried))
    return Combined(checker, outcome, kept, added, _status(checker, done, outcome, kept, added), left.said)


def _read(checker: Checker, done: Done, *, as_json: bool) -> Outcome:
    said = (done.stdout + done.stderr).strip()
    try:
        outcome = checker.read(done, as_json=as_json)
    except UnreadableOutputError as error:
        message = f"--with: {error}" if done.status in (CLEAN, FINDINGS) else _ended(checker, done)
        raise CheckerFailedError(message, max(done.status, TROUBLE), said) from error
    if done.status not in (CLEAN, FINDINGS) and not outcome.reports:
        raise CheckerFailedError(_ended(checker, done), max(done.status, TROUBLE), said)
    return outcome


def _ended(checker: Checker, done: Done) -> str:
    how = f"with exit code {done.status}" if done.status >= 0 else f"by signal {-done.status}"
    return f"--with: {checker.name} ended {how} and did not check"


def _status(
    checker: Checker, done: Done, outcome: Outcome, kept: Sequence[Reported], added: Sequence[Finding]
) -> int:
    """Return the exit code of the checker, had it said what is said now."""
    if done.status not in (CLEAN, FINDINGS):
        return done.status
    failing = {"error"}
    if checker.fails_on_warnings(done.command):
        failing.add("warning")
    left = any(each.severity in failing for each in kept)
    were = any(each.severity in failing for each in outcome.reports)
    if done.status == CLEAN:
        return FINDINGS if any(each.severity == "error" for each in added) and not were else CLEAN
    is_ours = any(each.severity == "error" for each in added)
    return FINDINGS if left or is_ours or not were else CLEAN


def _finding(each: Reported) -> Finding:
    column = max(each.column, 1)
    end_line, end = (each.end_line, each.end_column) if each.end_line else (each.line, column + 1)
    severity = {"error": "error", "warning": "warning"}.get(each.severity, "note")
    code = each.rule or "error"
    first, *hints = each.message.replace("\xa0", " ").split("\n")
    found = Finding(each.path, max(each.line, 1), column, end_line, end, code, first, tuple(hints))
    return replace(found, severity=severity)
