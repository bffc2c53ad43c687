"""Fingerprints of findings, which stay when lines come and go: the file, rule, sentence and the text of the line."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Iterable, Iterator

from jdc_check.findings import Finding
from jdc_check.repository import path_in_repository
from jdc_check.sourcefile import source_file


def fingerprint(finding: Finding, occurrence: int = 0) -> str:
    """Return what identifies a finding; those that are alike in all are told apart by ``occurrence``, from 0."""
    line = " ".join(source_file(finding.path).line(finding.line).split())
    known = (path_in_repository(finding.path), finding.code, finding.message, line)
    text = "\0".join((*known, *([str(occurrence)] if occurrence else [])))
    return hashlib.sha256(text.encode(errors="surrogatepass")).hexdigest()[:32]


def fingerprinted(findings: Iterable[Finding]) -> Iterator[tuple[Finding, str]]:
    """Yield each finding with what identifies it among these."""
    seen: Counter[str] = Counter()
    for finding in findings:
        alike = fingerprint(finding)
        yield finding, fingerprint(finding, seen[alike])
        seen[alike] += 1
