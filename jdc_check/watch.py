"""``jdc check --watch``: a report, and another one after each change, from an analysis that stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final, NoReturn

from rich.console import Console
from rich.text import Text
from watchfiles import Change, awatch  # pyright: ignore[reportUnknownVariableType] - a type of trio's

from jdc_check.baseline import Baseline
from jdc_check.checking import Request, print_statistics, warnings_about, written_out
from jdc_check.discover import SKIPPED_DIRECTORIES, SUFFIXES, cell_problems
from jdc_check.findings import Finding, Report, Unchecked
from jdc_check.interpreter import probe
from jdc_check.layout import shown
from jdc_check.live.answers import Answer, Broken
from jdc_check.lsp.options import Options
from jdc_check.lsp.project import Project
from jdc_check.lsp.worker import Start
from jdc_check.notebooks.notebook import is_notebook
from jdc_check.outputs import OUTPUTS
from jdc_check.outputs.summary import print_unchecked
from jdc_check.run import SILENCES_NOTHING
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered, source_file
from jdc_check.stopping import unless_stopped
from jdc_check.suppress import wrong_comments

SETTINGS_FILES: Final = frozenset(("pyproject.toml", "setup.cfg", "mypy.ini", ".mypy.ini"))
"""The files for whose changes an analysis begins anew."""
PASSING: Final = (".#", ".~", "flycheck_")
"""How the names of files start that editors put beside a file while it is open."""


def watch(read: Callable[[], Settings], executable: str, request: Request, out: Console, err: Console) -> int:
    """Check whenever something changes, without end. ``read`` returns the settings, which may change too.

    Raises:
        Stopped: a signal came.

    """
    return asyncio.run(unless_stopped(_Watch(read, executable, request, out, err).run()))


@dataclass
class _Watch:
    """The findings in the files, and the consoles that show them."""

    read: Callable[[], Settings]
    executable: str
    request: Request
    out: Console
    err: Console
    findings: dict[str, list[Finding]] = field(default_factory=dict[str, list[Finding]])
    broken: dict[str, Broken] = field(default_factory=dict[str, Broken])
    warnings: list[str] = field(default_factory=list[str])
    refused: tuple[Unchecked, ...] = ()
    """The files that could not be checked when the analysis began."""
    beside: set[str] = field(default_factory=set[str])
    """Notebooks that it began anew for. As nothing imports them, those that are not checked do not matter."""
    troubles: list[str] = field(default_factory=list[str])

    async def run(self) -> NoReturn:
        """Watch until this is cancelled."""
        self._say("Checking, and then watching for changes")
        project = Project(Path.cwd(), Options(), self, self._start)
        try:
            await self._follow(project)
        finally:
            await project.close()

    def _start(self) -> Start:
        settings, interpreter = self.read(), probe(self.executable)
        self.warnings = warnings_about(interpreter)
        return Start(
            root=settings.root,
            codes=settings.codes,
            exclude=settings.exclude,
            cache_dir=settings.cache_dir.absolute() / "live",
            executable=interpreter.executable,
            paths=settings.paths,
            directory=Path.cwd(),
            force_exclude=settings.force_exclude,
            notebooks=True,
        )

    async def _follow(self, project: Project) -> NoReturn:
        """Report now, and after each change."""
        roots = _roots(self.read())
        changes = awatch(*roots, watch_filter=Filter(roots), debounce=200, ignore_permission_denied=True)
        waiting = asyncio.ensure_future(anext(changes))
        await project.settled()
        self._report(project)
        while True:
            is_news = self._take(project, await waiting)
            waiting = asyncio.ensure_future(anext(changes))
            if is_news:
                await project.settled()
                self._report(project)

    def _take(self, project: Project, changes: set[tuple[Change, str]]) -> bool:
        """Let changes be analysed; return whether there is anything to tell."""
        changed = {path for _, path in changes}
        refused = {os.path.abspath(entry.path) for entry in self.refused}  # noqa: PTH100 - no resolve
        known = {path for path in changed if path in self.findings and path not in refused and Path(path).is_file()}
        if changed & refused or any(map(self._matters, changed - known)):
            self.beside.update(filter(is_notebook, changed - known))
            self.troubles.clear()
            project.restart()
        elif known:
            project.read_again(known)
        else:
            return False
        return True

    def _matters(self, path: str) -> bool:
        """Return whether what is new, gone, refused or only imported is a reason to begin anew."""
        if Path(path).name in SETTINGS_FILES:
            return True
        is_there, is_checked = os.path.lexists(path), path in self.findings
        if is_notebook(path):
            return is_checked or (is_there and path not in self.beside)
        if not is_there and not path.endswith(SUFFIXES):
            return any(each.startswith(path + os.sep) for each in self.findings)
        return is_there or is_checked or Path(path).stem.isidentifier()

    def analysed(self, project: Project, answer: Answer, versions: Mapping[str, int | None]) -> None:  # noqa: ARG002 - the protocol's
        """See `Listener`."""
        self.warnings += [told for told in answer.warnings if SILENCES_NOTHING not in told]  # that may be over soon
        for path, findings in answer.findings.items():
            self.findings[path] = findings
            self.broken.pop(path, None)
        self.broken.update(answer.broken)
        if answer.unchecked is not None:
            self.refused = answer.unchecked

    def gone(self, paths: Iterable[str]) -> None:
        """See `Listener`."""
        for path in paths:
            self.findings.pop(path, None)
            self.broken.pop(path, None)

    def trouble(self, message: str) -> None:
        """See `Listener`."""
        if message.removeprefix("jdc: ") not in self.warnings:
            self.troubles.append(message)

    def busy(self, title: str) -> AbstractAsyncContextManager[None]:  # noqa: ARG002 - the protocol's
        """See `Listener`."""
        return contextlib.nullcontext()

    def _report(self, project: Project) -> None:
        if self.out.is_terminal:
            self.out.clear()
        for trouble in dict.fromkeys(self.troubles):
            told = Text.assemble(("error: ", "bold red"), trouble.removeprefix("jdc: "))
            self.err.print(told, soft_wrap=True, highlight=False)
        if project.has_begun:
            self.troubles.clear()  # without an analysis they are all there is to tell
            with buffered({}), written_out():
                report = self._made()
                print_unchecked(report, self.err)
                OUTPUTS[self.request.output](report, self.out)
            if self.request.statistics:
                print_statistics(report.everything, self.err)
        self._say("Watching for changes, until Ctrl-C")

    def _made(self) -> Report:
        paths = {path: shown(path) for path in sorted(self.findings)}
        found = [_shown(each) for path in paths if path not in self.broken for each in self.findings[path]]
        if self.request.baseline is not None:
            found = Baseline.read(self.request.baseline).new(found, lambda each: each)
        unchecked = list(self.refused)
        refused = {entry.path for entry in unchecked}
        broken = {shown(path): why for path, why in self.broken.items()}
        unchecked += [Unchecked(path, why.line, why.reason) for path, why in broken.items() if path not in refused]
        checked = [each for path, each in paths.items() if path not in self.broken]
        for path in checked:
            notebook = source_file(path).notebook
            unchecked += [] if notebook is None else cell_problems(path, notebook)
        comments = tuple(wrong_comments(checked))
        return Report(tuple(sorted(found)), tuple(sorted(unchecked)), len(checked), comments, tuple(self.warnings))

    def _say(self, message: str) -> None:
        self.err.print(f"[{datetime.now():%H:%M:%S}] {message}", highlight=False, markup=False, style="dim")


def _roots(settings: Settings) -> list[str]:
    """Return the directories to watch, absolute and each once, but for those inside others."""
    named = (Path(path) if Path(path).is_dir() else Path(path).parent for path in settings.paths)
    paths = [os.path.abspath(path) for path in (Path.cwd(), settings.root, *named)]  # noqa: PTH100 - no resolve
    inside = {path for path in paths for other in paths if path != other and Path(path).is_relative_to(other)}
    return [path for path in dict.fromkeys(paths) if path not in inside and Path(path).is_dir()]


class Filter:
    """Lets through what may matter: sources, settings, directories with sources. It is asked about every change."""

    def __init__(self, roots: Iterable[str]) -> None:
        self._roots = [os.path.join(root, "") for root in roots]  # noqa: PTH118 - with a separator at its end

    def __call__(self, change: Change, path: str) -> bool:
        """Return whether a change matters."""
        root = max((root for root in self._roots if path.startswith(root)), key=len, default=os.sep)
        *above, name = Path(path.removeprefix(root)).parts or ("",)
        if any(each.startswith(".") or each in SKIPPED_DIRECTORIES for each in above):
            return False
        if name.endswith(SUFFIXES):
            return not name.startswith(PASSING)
        return name in SETTINGS_FILES or _holds_sources(change, path)


def _holds_sources(change: Change, path: str) -> bool:
    """Return whether a directory with sources in it has come, or one that may have had some has gone."""
    if change is Change.deleted or not os.path.isdir(path):  # noqa: PTH112 - called for every change
        return change is Change.deleted and not os.path.exists(path)  # noqa: PTH110
    return any(name.endswith(SUFFIXES) for _, _, names in os.walk(path) for name in names)


def _shown(finding: Finding) -> Finding:
    related = tuple(replace(other, path=shown(other.path)) for other in finding.related)
    return replace(finding, path=shown(finding.path), related=related)
