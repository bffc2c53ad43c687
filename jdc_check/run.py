"""The analysis of everything that was asked for, in as many runs of mypy as that takes."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Final

from jdc_check import shared_cache
from jdc_check.batch_run import BatchRun, Shared
from jdc_check.batches import make_batches
from jdc_check.cache import Cache
from jdc_check.discover import Discovery
from jdc_check.findings import Finding, Report, Right, Unchecked, UnusedComment
from jdc_check.layout import Layout, shown
from jdc_check.places import place_of
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered
from jdc_check.suppress import Suppressions, wrong_comments
from jdc_spec.libraries import JDC, MODULES
from jdc_spec.project import DISTRIBUTION

SILENCES_NOTHING: Final = "this comment silences nothing"


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


@dataclass(slots=True)
class Analysis:
    """The results of the runs of mypy, before comments and settings are looked at."""

    layout: Layout
    discovery: Discovery
    findings: set[Finding] = field(default_factory=set[Finding])
    unchecked: list[Unchecked] = field(default_factory=list[Unchecked])
    missing: dict[str, str] = field(default_factory=dict[str, str])
    right: set[Right] = field(default_factory=set[Right])
    mypy_errors: set[Finding] = field(default_factory=set[Finding])
    warnings: list[str] = field(default_factory=list[str])
    runs: list[BatchRun] = field(default_factory=list[BatchRun])
    """Each as it was when mypy got through."""


def _check(settings: Settings, executable: str, on_log: Callable[[str], None] | None) -> Report:
    return report(analysed(settings, executable, on_log), settings, executable)


def analysed(
    settings: Settings, executable: str, on_log: Callable[[str], None] | None, *, fine_grained: bool = False
) -> Analysis:
    """Find the sources and run mypy on all of them.

    Raises:
        InternalError: mypy or the plugin failed, and not because of one file.

    """
    layout = Layout(executable)
    discovery = Discovery(settings, layout)
    discovery.run()
    analysis = Analysis(layout, discovery, unchecked=list(discovery.unchecked))
    bases = {source.base for source in discovery.sources if source.base and not source.forced}
    batches = deque(make_batches(discovery.sources))
    with ExitStack() as stack:

        def opened(number: int) -> Shared:
            cache = stack.enter_context(Cache(_cache_directory(settings, number)))
            shared_cache.fill(cache, executable, on_log, fine_grained=fine_grained)
            return Shared(layout, cache, on_log, settings.debug, settings.buffers, fine_grained)

        shared = opened(0)
        while batches:
            if fine_grained and analysis.runs:
                shared = opened(len(analysis.runs))
            run = BatchRun(batches.popleft(), bases, shared)
            analysis.findings.update(run.findings())
            analysis.unchecked.extend(run.unchecked)
            batches.extend(run.split_off)
            bases -= run.packages
            analysis.missing.update(run.missing)
            analysis.right.update(run.right)
            analysis.mypy_errors.update(run.mypy_errors)
            analysis.runs.append(run)
            if shared.cache.warning is not None and shared.cache.warning not in analysis.warnings:
                analysis.warnings.append(shared.cache.warning)
    return analysis


def _cache_directory(settings: Settings, number: int) -> Path:
    """Return the cache of a run; with ``fine_grained`` mypy drops all of it once a module name means another file."""
    directory = settings.cache_dir
    return directory.with_name(f"{directory.name}-{number}") if number else directory


def report(analysis: Analysis, settings: Settings, executable: str) -> Report:
    """Return what the user is told of an analysis."""
    layout, sources = analysis.layout, analysis.discovery.sources
    suppressions = Suppressions()
    kept = [each for each in analysis.findings if not suppressions.silence(each) and each.code in settings.codes]
    for error in analysis.mypy_errors:  # what is said of some of them beside another checker
        suppressions.silence(replace(error, code=f"jdc-{error.code}"))
    missed = {entry.path for entry in analysis.unchecked if entry.requested and not entry.partly}
    checked = [source.path for source in sources if source.path not in missed]
    left_out = [f"{path} is excluded, and was not checked." for path in analysis.discovery.excluded]
    own = [path for path in checked if not layout.is_installed(path)]
    absent = _missing_libraries(analysis.missing, executable)
    unused = [] if absent else list(map(_told_unused, suppressions.unused(own, settings.codes)))
    return Report(
        tuple(sorted(kept)),
        _told_once(analysis.unchecked),
        len(checked),
        tuple(wrong_comments(own)),
        (*left_out, *absent, *unused, *analysis.warnings),
        tuple(sorted(analysis.right)),
        tuple(sorted(analysis.mypy_errors)),
        analysis.discovery.notebooks_left_out,
    )


def _told_unused(comment: UnusedComment) -> str:
    return f"{place_of(comment.path, comment.line)}: {SILENCES_NOTHING}: {comment.comment}"


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
            warnings.append(f"{told}, so mistakes with its classes may be missed. {advice}")
    return warnings


def _told_once(unchecked: list[Unchecked]) -> tuple[Unchecked, ...]:
    """Sort, and drop the warning about an imported file where the file itself was asked for."""
    requested = {entry.path for entry in unchecked if entry.requested}
    told = {entry for entry in unchecked if entry.requested or entry.path not in requested}
    return tuple(sorted(told, key=lambda entry: (entry.path, entry.line or 0, entry.reason)))
