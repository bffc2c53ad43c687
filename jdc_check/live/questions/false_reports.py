"""Which diagnostics of another server are false, as the analysis knows, and what they leave out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jdc_check.beside.comments import is_silenced
from jdc_check.beside.explained import Judge
from jdc_check.beside.registry import CHECKERS
from jdc_check.beside.reported import Reported, Severity
from jdc_check.beside.syntax import syntax_of
from jdc_check.findings import Report
from jdc_check.layout import shown
from jdc_check.live.session import Session
from jdc_check.records import mypy_errors_of, right_of


def judged(session: Session, path: str, checker: str, reports: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the numbers of the reports that are false, and what mypy says of the calls that they were about.

    None where the present text is not analysed.
    """
    if session.is_broken(path) or checker not in CHECKERS:
        return None
    with session.reading():
        syntax_of.cache_clear()
        records = [each for each in session.records if shown(each["file"]) == shown(path)]
        right, errors = right_of(records, shown), mypy_errors_of(records, shown)
        judge = Judge(Report((), (), 0, right=tuple(right), mypy_errors=tuple(errors)))
        told = [_reported(path, each) for each in reports]
        explained = [judge.explain(report, CHECKERS[checker].claim(report)) for report in told]
        kept = [report for report, found in zip(told, explained, strict=True) if found is None]
        carried = judge.carried(filter(None, explained), kept)
        added = sorted(each for each in carried if not is_silenced(each, checker))
        syntax_of.cache_clear()
    false = [number for number, found in enumerate(explained) if found is not None]
    return {"false": false, "carried": [asdict(each) for each in added]}


def _reported(path: str, told: dict[str, Any]) -> Reported:
    line, column, end_line, end_column = told["place"]
    severity: Severity = "error" if told["is_error"] else "warning"
    return Reported(shown(path), line, column, end_line, end_column, severity, told["rule"], told["message"], None)
