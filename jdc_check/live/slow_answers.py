"""An answer without what a process keeps in memory, where that cannot be had."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from jdc_check.findings import Finding
from jdc_check.layout import shown
from jdc_check.live.absolute_paths import absolute, for_elsewhere
from jdc_check.live.answers import Answer, Broken
from jdc_check.run import analysed, report
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered


def slow_answer(settings: Settings, executable: str, buffers: Mapping[str, str]) -> Answer:
    """Analyse everything anew, in a mypy of its own, which gets past a file that it crashes on."""
    texts = {shown(path): text for path, text in buffers.items()}
    analysis = replace(settings, buffers=texts)
    with buffered(texts):
        found = analysed(analysis, executable, None)
        told = report(found, analysis, executable)
    checked: dict[str, list[Finding]] = {absolute(source.path): [] for source in found.discovery.sources}
    for finding in told.findings:
        checked.setdefault(absolute(finding.path), []).append(for_elsewhere(finding))
    unchecked = [entry for entry in told.unchecked if entry.requested and not entry.partly]
    broken = {absolute(entry.path): Broken(entry.line, entry.reason) for entry in unchecked}
    return Answer(checked, broken, warnings=told.warnings)
