"""Which diagnostics of another server are false, as the analysis knows."""

from __future__ import annotations

from typing import Any

from jdc_check.beside.explained import Judge
from jdc_check.beside.registry import CHECKERS
from jdc_check.beside.reported import Reported
from jdc_check.beside.syntax import syntax_of
from jdc_check.findings import Report
from jdc_check.layout import shown
from jdc_check.live.session import Session
from jdc_check.records import mypy_errors_of, right_of


def false_reports(session: Session, path: str, checker: str, reports: list[dict[str, Any]]) -> list[int]:
    """Return the numbers of the reports that are false; none where the present text is not analysed."""
    if session.is_broken(path) or checker not in CHECKERS:
        return []
    with session.reading():
        syntax_of.cache_clear()
        records = [each for each in session.records if shown(each["file"]) == shown(path)]
        right, errors = right_of(records, shown), mypy_errors_of(records, shown)
        judge = Judge(Report((), (), 0, right=tuple(right), mypy_errors=tuple(errors)))
        told = [_reported(path, each) for each in reports]
        claims = [CHECKERS[checker].claim(report) for report in told]
        judged = [judge.explain(report, claim) for report, claim in zip(told, claims, strict=True)]
        syntax_of.cache_clear()
    return [number for number, found in enumerate(judged) if found is not None]


def _reported(path: str, told: dict[str, Any]) -> Reported:
    line, column, end_line, end_column = told["place"]
    return Reported(shown(path), line, column, end_line, end_column, "error", told["rule"], told["message"], None)
