"""The report of ``jdc check --with``, in each form."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Final

from rich.console import Console

from jdc_check.beside.combined import Combined
from jdc_check.beside.pyrefly import PYREFLY, counted_anew
from jdc_check.findings import Finding, Report
from jdc_check.outputs import OUTPUTS

OWN: Final = ("text", "json")
"""The forms in which each checker prints in its own way."""


def print_combined(combined: Sequence[Combined], report: Report, output: str, console: Console) -> None:
    """Print what comes of each checker; what jdc adds comes once, with the first."""
    if output == "json":
        documents = {each.checker.name: each.as_json() for each in _once(combined)}
        only = combined[0].checker.as_printed(documents[combined[0].checker.name])
        console.out(only if len(combined) == 1 else _json(documents), end="", highlight=False)
    elif output == "text":
        for each in _once(combined):
            console.out(each.as_text(), end="", highlight=False)
            _print_errors(each)
    else:
        OUTPUTS[output](merged(report, combined), console)


def merged(report: Report, combined: Sequence[Combined]) -> Report:
    """Return one report of everything."""
    added = sorted({finding for each in combined for finding in each.added})
    others = tuple((each.checker.name, tuple(each.findings)) for each in combined)
    return replace(report, findings=tuple(added), others=others)


def _once(combined: Sequence[Combined]) -> Iterator[Combined]:
    """Yield each with what jdc adds to it and to none before it."""
    told: set[Finding] = set()
    for each in combined:
        yield replace(each, added=[finding for finding in each.added if finding not in told])
        told.update(each.added)


def _json(documents: dict[str, object]) -> str:
    return json.dumps(documents, indent=2, ensure_ascii=False) + "\n"


def _print_errors(each: Combined) -> None:
    said = each.outcome.stderr
    if each.checker is PYREFLY:
        said = counted_anew(said, each.errors)
    sys.stderr.write(said)
