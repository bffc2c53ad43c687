"""From what mypy prints of our rules to findings."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from jdc_check.columns import edited_range, in_characters
from jdc_check.findings import Edit, Finding, Fix, Related, Right
from jdc_check.fixes import sound
from jdc_check.layout import shown
from jdc_check.sourcefile import SourceFile, source_file
from jdc_spec.facts import Facts, Span, load
from jdc_spec.facts import Fix as FixFacts
from jdc_spec.facts import Related as RelatedFacts
from jdc_spec.repairs import CODE as REPAIR
from jdc_spec.repairs import load as load_repair
from jdc_spec.rules import BY_CODE


def findings_of(records: Iterable[dict[str, Any]], path_of: Callable[[str], str]) -> list[Finding]:
    """Return the findings of our rules among the diagnostics of one run.

    ``path_of`` returns the source that mypy means by a path that it prints.
    """
    found = (_finding(path_of(record["file"]), record, following) for record, following in _ours(records))
    return [finding for finding in found if not _is_displayed(finding)]


def mypy_errors_of(records: Iterable[dict[str, Any]], path_of: Callable[[str], str]) -> list[Finding]:
    """Return the errors of mypy's own among the diagnostics of one run."""
    return [_finding(path_of(record["file"]), record, []) for record in records if _is_of_mypy(record)]


def right_of(records: Iterable[dict[str, Any]], path_of: Callable[[str], str]) -> Iterator[Right]:
    """Yield what notes, alone or behind an error at the same place, say to be right."""
    for record in records:
        for note in (record["message"], *(record["hint"] or "").splitlines()):
            repair = load_repair(note)
            if repair is not None:
                path = path_of(record["file"])
                place = in_characters(source_file(path), repair.span)
                yield Right(path, *place, repair.kind.value, repair.names)


def _is_displayed(finding: Finding) -> bool:
    """Return whether a result that a statement seems to discard is what a cell of a notebook shows."""
    return finding.code == "jdc-discarded" and source_file(finding.path).is_displayed(finding.line)


def _is_of_mypy(record: dict[str, Any]) -> bool:
    return record["severity"] == "error" and record["code"] not in BY_CODE and record["code"] != REPAIR


def _finding(path: str, record: dict[str, Any], following: list[str]) -> Finding:
    source = source_file(path)
    notes = [*(record["hint"] or "").splitlines(), *following]
    told = [facts for facts in map(load, notes) if facts is not None and facts.code == record["code"]]
    facts = told[0] if told else Facts(record["code"], _printed_span(record))
    place = in_characters(source, facts.span)
    hints = tuple(note for note in notes if load(note) is None and load_repair(note) is None)
    known = (_fix(source, fix, facts.span) for fix in facts.fixes)
    fixes = sound(source, (fix for fix in known if fix is not None))
    related = tuple(_related(path, other) for other in facts.related)
    return Finding(path, *place, record["code"], record["message"], hints, fixes, related, record["severity"])


def _printed_span(record: dict[str, Any]) -> Span:
    line, column, end = max(record["line"], 1), record["column"], record.get("end_column")
    end_line = max(record.get("end_line") or line, line)
    return Span(line, column, end_line, column + 1 if end is None else end)


def _fix(source: SourceFile, fix: FixFacts, node: Span) -> Fix | None:
    """Return a fix of the diagnostic at a node; None where a place to edit is not certain."""
    places = [edited_range(source, edit.span, node) for edit in fix.edits]
    edits = [Edit(*place, edit.text) for place, edit in zip(places, fix.edits, strict=True) if place is not None]
    starts = {(edit.line, edit.column) for edit in edits}
    return Fix(fix.title, tuple(edits)) if len(starts) == len(places) else None


def _related(path: str, other: RelatedFacts) -> Related:
    there = shown(other.path) if other.path else path
    return Related(there, *in_characters(source_file(there), other.span), other.sentence)


def _ours(records: Iterable[dict[str, Any]]) -> list[tuple[dict[str, Any], list[str]]]:
    """Return the diagnostics of our rules, each with the notes behind it.

    mypy joins the notes behind an error to it, but prints the notes behind a note on their own.
    """
    found: list[tuple[dict[str, Any], list[str]]] = []
    for record in records:
        if record["code"] not in BY_CODE:
            continue
        if record["severity"] == "note" and found and load(record["message"]) is not None:
            found[-1][1].append(record["message"])
        else:
            found.append((record, []))
    return found
