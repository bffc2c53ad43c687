"""The analysis of everything that was asked for, in as many runs of mypy as that takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from jdc_check.batch_run import BatchRun
from jdc_check.batches import make_batches
from jdc_check.discover import Discovery
from jdc_check.findings import Finding, Report, Unchecked
from jdc_check.layout import Layout
from jdc_check.settings import Settings
from jdc_check.suppress import is_suppressed


def check(settings: Settings, executable: str, on_log: Callable[[str], None] | None = None) -> Report:
    """Find the sources, analyse them, and collect what the rules report.

    Raises:
        InternalError: mypy or the plugin failed, and not because of one file.

    """
    layout = Layout(executable)
    discovery = Discovery(settings, layout)
    discovery.run()
    sources = discovery.sources
    findings: set[Finding] = set()
    unchecked = list(discovery.unchecked)
    bases = {source.base for source in sources if source.base and not source.forced}
    batches = deque(make_batches(sources))
    while batches:
        run = BatchRun(batches.popleft(), bases, settings, layout, on_log)
        findings.update(run.findings())
        unchecked.extend(run.unchecked)
        batches.extend(run.split_off)
    kept = [finding for finding in findings if finding.code in settings.codes and not is_suppressed(finding)]
    missed = {entry.path for entry in unchecked if entry.requested}
    checked = sum(source.path not in missed for source in sources)
    return Report(tuple(sorted(kept)), _told_once(unchecked), checked)


def _told_once(unchecked: list[Unchecked]) -> tuple[Unchecked, ...]:
    """Sort, and drop the warning about an imported file where the file itself was asked for."""
    requested = {entry.path for entry in unchecked if entry.requested}
    told = {entry for entry in unchecked if entry.requested or entry.path not in requested}
    return tuple(sorted(told, key=lambda entry: (entry.path, entry.line or 0, entry.reason)))
