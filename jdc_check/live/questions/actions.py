"""Edits that an editor offers for a finding, besides those of its rule.

Each is analysed before it is offered: the finding has to be gone, and no other may have come.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from jdc_check.findings import Finding, Fix
from jdc_check.fixes import applied, parses
from jdc_check.layout import shown
from jdc_check.live.questions import frozen_writes, list_entries, missing_decorators, static_marks
from jdc_check.live.questions.view import View, view_of
from jdc_check.live.session import Session
from jdc_check.sourcefile import buffered, source_file
from jdc_check.suppress import ignoring

_OFFERS = {
    "jdc-frozen": frozen_writes.offers,
    "jdc-data-leaf": static_marks.offers,
    "jdc-unregistered": missing_decorators.offers,
    "jdc-registration": list_entries.offers,
}


def actions(session: Session, path: str, code: str, place: list[int]) -> list[dict[str, Any]]:
    """Return edits for the finding with a code at a place (lines and columns from 1): title, edits, kind."""
    view = view_of(session, path)
    if view is None:
        return []
    found = [*_certain(session, view, code, place)]
    with buffered({shown(path): view.text}):
        last = source_file(shown(path)).end_of_statement(place[2])
    ignore = ignoring(view.lines, last, code)
    if ignore is not None and parses(applied(view.lines, [ignore])):
        found.append(Fix(f"Ignore {code} here", (ignore,)))
    return [
        {"title": fix.title, "edits": [[e.line, e.column, e.end_line, e.end_column, e.text] for e in fix.edits]}
        for fix in found
    ]


def _certain(session: Session, view: View, code: str, place: list[int]) -> Iterator[Fix]:
    offers = [fix for fix in _OFFERS.get(code, _none)(view, place) if parses(applied(view.lines, fix.edits))]
    if not offers:
        return
    before = _counted(session.findings_supposing(view.path, view.text))
    for fix in offers:
        after = _counted(session.findings_supposing(view.path, applied(view.lines, fix.edits)))
        if not after - before and after.total() < before.total():
            yield fix


def _counted(findings: list[Finding]) -> Counter[tuple[str, str]]:
    return Counter((finding.code, finding.message) for finding in findings)


def _none(_: View, __: list[int]) -> list[Fix]:
    return []
