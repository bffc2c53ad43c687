"""Workflow commands of GitHub Actions: each finding becomes an annotation on its line.

https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands
"""

from __future__ import annotations

from rich.console import Console

from jdc_check.findings import Finding, Report, Unchecked
from jdc_check.places import aside, row_of
from jdc_check.repository import path_in_repository


def print_github(report: Report, console: Console) -> None:
    """Print one command for each finding, each thing that was not checked, and each warning."""
    for warning in report.warnings:
        console.out(f"::warning title=jdc::{_escape(warning)}", highlight=False)
    for comment in report.wrong_comments:
        line = row_of(comment.path, comment.line)
        command = _command("error", comment.path, "jdc: wrong comment", comment.message, {"line": line})
        console.out(command, highlight=False)
    for entry in report.unchecked:
        console.out(_unchecked(entry), highlight=False)
    for finding in report.everything:
        console.out(_finding(finding), highlight=False)


def _finding(finding: Finding) -> str:
    position = {"line": row_of(finding.path, finding.line), "endLine": row_of(finding.path, finding.end_line)}
    cell = aside(finding.path, finding.line)
    if finding.line == finding.end_line and not cell:  # GitHub takes columns within one line only
        position |= {"col": finding.column, "endColumn": finding.end_column}
    level = {"error": "error", "warning": "warning"}.get(finding.severity, "notice")
    message = "\n".join([*cell, finding.message, *finding.hints])
    return _command(level, finding.path, finding.code, message, position)


def _unchecked(entry: Unchecked) -> str:
    position = {} if entry.line is None else {"line": row_of(entry.path, entry.line)}
    return _command("error" if entry.requested else "warning", entry.path, "jdc: not checked", entry.reason, position)


def _command(level: str, path: str, title: str, message: str, position: dict[str, int]) -> str:
    properties: dict[str, str | int] = {"file": path_in_repository(path), **position, "title": title}
    listed = ",".join(f"{name}={_escape_property(str(value))}" for name, value in properties.items())
    return f"::{level} {listed}::{_escape(message)}"


def _escape(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _escape_property(text: str) -> str:
    return _escape(text).replace(":", "%3A").replace(",", "%2C")
