"""The analysis of everything that was asked for, in as many runs of mypy as that takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import replace

from jdc_check.batch_run import BatchRun, Shared
from jdc_check.batches import make_batches
from jdc_check.cache import Cache
from jdc_check.discover import Discovery
from jdc_check.findings import Finding, Report, Right, Unchecked
from jdc_check.layout import Layout, shown
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered
from jdc_check.suppress import Suppressions, wrong_comments
from jdc_spec.libraries import JDC, MODULES
from jdc_spec.project import DISTRIBUTION


def check(settings: Settings, executable: str, on_log: Callable[[str], None] | None = None) -> Report:
    """Find the sources, analyse them, and collect what the rules report.

    Raises:
        InternalError: mypy or the plugin failed, and not because of one file.

    """
    with buffered(settings.buffers):
        return _check(settings, executable, on_log)


def check_buffer(path: str, text: str, settings: Settings, executable: str) -> Report:
    """Check one file as an editor has it: ``text`` counts, and not what is on disk at ``path``.

    Modules that import it are not checked. The file has to exist, as its place decides its module's name.

    Raises:
        InternalError: mypy or the plugin failed.

    """
    buffer = {shown(path): text}
    return check(replace(settings, paths=(path,), packages=(), buffers=buffer), executable)


def _check(settings: Settings, executable: str, on_log: Callable[[str], None] | None) -> Report:
    layout = Layout(executable)
    discovery = Discovery(settings, layout)
    discovery.run()
    sources = discovery.sources
    findings: set[Finding] = set()
    unchecked = list(discovery.unchecked)
    missing: dict[str, str] = {}
    right: set[Right] = set()
    mypy_errors: set[Finding] = set()
    bases = {source.base for source in sources if source.base and not source.forced}
    batches = deque(make_batches(sources))
    with Cache(settings.cache_dir) as cache:
        shared = Shared(layout, cache, on_log, settings.debug, settings.buffers)
        while batches:
            run = BatchRun(batches.popleft(), bases, shared)
            findings.update(run.findings())
            unchecked.extend(run.unchecked)
            batches.extend(run.split_off)
            missing.update(run.missing)
            right.update(run.right)
            mypy_errors.update(run.mypy_errors)
    suppressions = Suppressions()
    kept = [each for each in findings if not suppressions.silence(each) and each.code in settings.codes]
    missed = {entry.path for entry in unchecked if entry.requested}
    checked = [source.path for source in sources if source.path not in missed]
    left_out = [f"{path} is excluded, and was not checked." for path in discovery.excluded]
    own = [path for path in checked if not layout.is_installed(path)]
    absent = _missing_libraries(missing, executable)
    unused = [] if absent else suppressions.unused(own, settings.codes)
    warnings = [*left_out, *absent, *unused, *filter(None, [cache.warning])]
    return Report(
        tuple(sorted(kept)),
        _told_once(unchecked),
        len(checked),
        tuple(wrong_comments(own)),
        tuple(warnings),
        tuple(sorted(right)),
        tuple(sorted(mypy_errors)),
    )


def _missing_libraries(missing: dict[str, str], executable: str) -> list[str]:
    """Return a warning for each library that the rules know, and that is imported and not installed."""
    warnings: list[str] = []
    for library in sorted(MODULES):
        modules = sorted(module for module in missing if module.partition(".")[0] == library)
        if modules:
            distribution = f" (of {DISTRIBUTION})" if library in JDC.modules else ""
            told = (
                f"{modules[0]}{distribution}, which {missing[modules[0]]} imports, is not installed for {executable}"
            )
            advice = "Install it there, or pass --python-executable."
            warnings.append(f"{told}, so mistakes with its classes are not found. {advice}")
    return warnings


def _told_once(unchecked: list[Unchecked]) -> tuple[Unchecked, ...]:
    """Sort, and drop the warning about an imported file where the file itself was asked for."""
    requested = {entry.path for entry in unchecked if entry.requested}
    told = {entry for entry in unchecked if entry.requested or entry.path not in requested}
    return tuple(sorted(told, key=lambda entry: (entry.path, entry.line or 0, entry.reason)))
