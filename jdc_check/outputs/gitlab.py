"""A Code Quality report of GitLab: an array of issues.

https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format
"""

from __future__ import annotations

import json
from typing import Any, Final

from rich.console import Console

from jdc_check.findings import Finding, Report
from jdc_check.fingerprints import fingerprinted
from jdc_check.places import aside, row_of
from jdc_check.repository import path_in_repository

_SEVERITIES: Final = {"error": "major", "warning": "minor"}


def print_gitlab(report: Report, console: Console) -> None:
    """Print one issue for each finding, each wrong comment and each thing that was not checked."""
    told = [
        *(Finding(c.path, c.line, 1, c.line, 2, "jdc-comment", c.message) for c in report.wrong_comments),
        *(
            Finding(entry.path, entry.line or 1, 1, entry.line or 1, 2, "jdc-unchecked", entry.reason)
            for entry in report.unchecked
            if entry.requested
        ),
        *report.everything,
    ]
    console.out(json.dumps([_issue(*each) for each in fingerprinted(told)], indent=2), highlight=False)


def _issue(finding: Finding, fingerprint: str) -> dict[str, Any]:
    return {
        "description": "\n".join([*aside(finding.path, finding.line), finding.message, *finding.hints]),
        "check_name": finding.code,
        "fingerprint": fingerprint,
        "severity": _SEVERITIES.get(finding.severity, "info"),
        "location": {
            "path": path_in_repository(finding.path),
            "lines": {"begin": row_of(finding.path, finding.line), "end": row_of(finding.path, finding.end_line)},
        },
    }
