"""One JSON document. Its form is described in docs/check.md and numbered."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any, Final

from rich.console import Console

from jdc_check.cards import card_command
from jdc_check.findings import Finding, Report, Unchecked
from jdc_check.places import place_of
from jdc_check.version import jdc_version

SCHEMA_VERSION: Final = 2
"""Raised when a reader of the former version would go wrong; new keys alone do not raise it."""


def print_json(report: Report, console: Console) -> None:
    """Print the report as one object."""
    document = {
        "schema_version": SCHEMA_VERSION,
        "jdc_version": jdc_version(),
        "checked_files": report.checked_files,
        "findings": [_finding(finding) for finding in report.findings],
        "unchecked": [_unchecked(entry) for entry in report.unchecked],
        "wrong_comments": [_in_cell(comment.path, asdict(comment)) for comment in report.wrong_comments],
        "warnings": list(report.warnings),
    }
    console.out(json.dumps(document, indent=2), highlight=False)


def _finding(finding: Finding) -> dict[str, Any]:
    fixes = [asdict(fix) for fix in finding.fixes]
    for fix in fixes:
        fix["edits"] = [_in_cell(finding.path, edit) for edit in fix["edits"]]
    found = {
        "path": finding.path,
        "line": finding.line,
        "column": finding.column,
        "end_line": finding.end_line,
        "end_column": finding.end_column,
        "code": finding.code,
        "message": finding.message,
        "hints": list(finding.hints),
        "fixes": fixes,
        "related": [_in_cell(other.path, asdict(other)) for other in finding.related],
        "severity": finding.severity,
        "help": card_command(finding.code),
    }
    return _in_cell(finding.path, found)


def _unchecked(entry: Unchecked) -> dict[str, Any]:
    told = {
        "path": entry.path,
        "line": entry.line,
        "reason": entry.reason,
        "requested": entry.requested,
    }
    return told if entry.line is None else _in_cell(entry.path, told)


def _in_cell(path: str, told: dict[str, Any]) -> dict[str, Any]:
    """Return what is told of a place with lines as its cell counts them, and the cell, where it is in a notebook."""
    place = place_of(path, told["line"])
    if place.cell is None:
        return told
    above = told["line"] - place.line
    lines: dict[str, Any] = {name: told[name] - above for name in ("line", "end_line") if name in told}
    return {**told, **lines, "cell": place.cell}
