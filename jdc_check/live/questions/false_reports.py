"""Which diagnostics of another server are false, as the analysis knows, and what they leave out."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from jdc_check.beside.judged import judged as find_what_is_left
from jdc_check.beside.registry import CHECKERS
from jdc_check.beside.reported import Reported, Severity
from jdc_check.beside.syntax import syntax_of
from jdc_check.layout import shown
from jdc_check.live.session import Session
from jdc_check.suppress import CARRIED


def judged(session: Session, path: str, checker: str, reports: list[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the numbers of the reports that are false, and what mypy says of the calls that they were about.

    And the findings that are not to be shown, because the checker says the same or a comment for it silences them.
    None where the present text is not analysed.
    """
    if session.is_broken(path) or checker not in CHECKERS:
        return None
    with session.reading():
        syntax_of.cache_clear()
        analysis, told = session.analysis_of(path), [_reported(path, each) for each in reports]
        left = find_what_is_left(CHECKERS[checker], told, analysis, session.codes | CARRIED)
        syntax_of.cache_clear()
    own = set(left.own)
    return {
        "false": sorted(left.false),
        "carried": [asdict(each) for each in left.carried],
        "silent": [asdict(each) for each in analysis.findings if each not in own],
    }


def _reported(path: str, told: dict[str, Any]) -> Reported:
    line, column, end_line, end_column = told["place"]
    severity: Severity = "error" if told["is_error"] else "warning"
    return Reported(shown(path), line, column, end_line, end_column, severity, told["rule"], told["message"], None)
