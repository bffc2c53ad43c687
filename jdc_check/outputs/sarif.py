"""SARIF 2.1.0, for code scanning. The cards travel along as the help of each rule.

https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from rich.console import Console

from jdc_check.cards import card_path, read_card
from jdc_check.findings import Edit, Finding, Fix, Related, Report, Unchecked, WrongComment
from jdc_check.places import aside, row_of
from jdc_check.repository import path_in_repository
from jdc_check.version import jdc_version
from jdc_spec.rules import RULES, Rule

SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"
INDEX: Final = {rule.code: position for position, rule in enumerate(RULES)}


def print_sarif(report: Report, console: Console) -> None:
    """Print the report as a SARIF log of one run."""
    driver = {"name": "jdc", "version": jdc_version(), "rules": [_rule(rule) for rule in RULES]}
    invocation: dict[str, Any] = {"executionSuccessful": not report.failed}
    notifications = [
        *({"level": "warning", "message": {"text": warning}} for warning in report.warnings),
        *map(_wrong_comment, report.wrong_comments),
        *map(_notification, report.unchecked),
    ]
    if notifications:
        invocation["toolExecutionNotifications"] = notifications
    run = {
        "tool": {"driver": driver},
        "invocations": [invocation],
        "columnKind": "unicodeCodePoints",
        "results": [_result(finding) for finding in report.findings],
    }
    others = [_other_run(name, reports) for name, reports in report.others]
    document = {"$schema": SCHEMA, "version": "2.1.0", "runs": [run, *others]}
    console.out(json.dumps(document, indent=2), highlight=False)


def _other_run(name: str, reports: Iterable[Finding]) -> dict[str, Any]:
    """Return the run of another checker."""
    return {
        "tool": {"driver": {"name": name}},
        "columnKind": "unicodeCodePoints",
        "results": [_result(report) for report in reports],
    }


def _rule(rule: Rule) -> dict[str, Any]:
    described: dict[str, Any] = {
        "id": rule.code,
        "shortDescription": {"text": rule.summary},
        "defaultConfiguration": {"level": "error"},
    }
    if card_path(rule.code) is not None:
        card = read_card(rule.code)
        described["help"] = {"text": card, "markdown": card}
    return described


def _result(finding: Finding) -> dict[str, Any]:
    place = {"artifactLocation": _artifact(finding.path), "region": _region(finding.path, finding)}
    cell = aside(finding.path, finding.line)
    result: dict[str, Any] = {
        "ruleId": finding.code,
        **({"ruleIndex": INDEX[finding.code]} if finding.code in INDEX else {}),
        "level": finding.severity,
        "message": {"text": "\n".join([*cell, finding.message, *finding.hints])},
        "locations": [{"physicalLocation": place}],
    }
    if finding.fixes and not cell:  # what they edit is Python, and not the JSON of a notebook
        result["fixes"] = [_fix(finding.path, fix) for fix in finding.fixes]
    if finding.related:
        result["relatedLocations"] = [_related(other) for other in finding.related]
    return result


def _related(other: Related) -> dict[str, Any]:
    place = {"artifactLocation": _artifact(other.path), "region": _region(other.path, other)}
    return {"physicalLocation": place, "message": {"text": other.message}}


def _region(path: str, place: Finding | Edit | Related) -> dict[str, int]:
    if aside(path, place.line):
        return {"startLine": row_of(path, place.line), "endLine": row_of(path, place.end_line)}
    return {
        "startLine": place.line,
        "startColumn": place.column,
        "endLine": place.end_line,
        "endColumn": place.end_column,
    }


def _fix(path: str, fix: Fix) -> dict[str, Any]:
    replacements = [
        {"deletedRegion": _region(path, edit), "insertedContent": {"text": edit.text}} for edit in fix.edits
    ]
    change = {"artifactLocation": _artifact(path), "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _notification(entry: Unchecked) -> dict[str, Any]:
    location: dict[str, Any] = {"artifactLocation": _artifact(entry.path)}
    if entry.line is not None:
        location["region"] = {"startLine": row_of(entry.path, entry.line)}
    return {
        "level": "error" if entry.requested else "warning",
        "message": {"text": entry.reason},
        "locations": [{"physicalLocation": location}],
    }


def _wrong_comment(comment: WrongComment) -> dict[str, Any]:
    location = {
        "artifactLocation": _artifact(comment.path),
        "region": {"startLine": row_of(comment.path, comment.line)},
    }
    return {"level": "error", "message": {"text": comment.message}, "locations": [{"physicalLocation": location}]}


def _artifact(path: str) -> dict[str, str]:
    path = path_in_repository(path)
    if Path(path).is_absolute():
        return {"uri": Path(path).as_uri()}
    return {"uri": quote(Path(path).as_posix()), "uriBaseId": "%SRCROOT%"}
