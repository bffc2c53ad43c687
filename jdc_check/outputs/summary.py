"""The sentences around the findings, for people."""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from jdc_check.findings import Report
from jdc_check.places import place_of


def count(number: int, noun: str) -> str:
    """Return ``1 file``, ``2 files``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def summary(report: Report) -> Text:
    """Return one line: how much was found, in how much that was checked."""
    if not report.checked_files:
        return Text("Nothing was checked", style="bold yellow")
    checked = f"(checked {count(report.checked_files, 'file')})"
    if not report.findings:
        return Text.assemble(("No problems found", "green"), f" {checked}")
    files = len({finding.path for finding in report.findings})
    problems = count(len(report.findings), "problem")
    return Text.assemble((f"Found {problems} in {count(files, 'file')}", "bold red"), f" {checked}")


def print_unchecked(report: Report, console: Console) -> None:
    """Print one line for each warning, each comment that is wrong, and each thing that was not checked."""
    for warning in report.warnings:
        told = Text.assemble(("warning: ", "bold yellow"), warning)
        console.print(told, soft_wrap=True, highlight=False)
    for comment in report.wrong_comments:
        told = Text.assemble(
            (str(place_of(comment.path, comment.line)), "bold"), ": ", ("error: ", "bold red"), comment.message
        )
        console.print(told, soft_wrap=True, highlight=False)
    for entry in report.unchecked:
        place = entry.path if entry.line is None else str(place_of(entry.path, entry.line))
        label = ("error: ", "bold red") if entry.requested else ("warning: ", "bold yellow")
        imported = "" if entry.requested else " (imported; its names are taken as unknown)"
        line = Text.assemble((place, "bold"), ": ", label, entry.reason, imported)
        console.print(line, soft_wrap=True, highlight=False)
