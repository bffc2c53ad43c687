"""``jdc check --watch``: a report, and another one after each change, from an analysis that stays."""

from __future__ import annotations

import asyncio
import contextlib
import os
import signal
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.text import Text
from watchfiles import Change, DefaultFilter, awatch  # pyright: ignore[reportUnknownVariableType] - a type of trio's

from jdc_check.baseline import Baseline
from jdc_check.checking import Request, print_statistics, warnings_about, written_out
from jdc_check.discover import SUFFIXES, Discovery, cell_problems
from jdc_check.errors import STOPPED_BY_SIGNAL
from jdc_check.findings import Finding, Report, Unchecked
from jdc_check.interpreter import probe
from jdc_check.layout import Layout, shown
from jdc_check.live.answers import Answer, Broken
from jdc_check.lsp.options import Options
from jdc_check.lsp.project import Project
from jdc_check.lsp.worker import Start
from jdc_check.outputs import OUTPUTS
from jdc_check.outputs.summary import print_unchecked
from jdc_check.run import SILENCES_NOTHING
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered, source_file
from jdc_check.stopping import SIGNALS
from jdc_check.suppress import wrong_comments

SETTINGS_FILES: Final = frozenset(("pyproject.toml", "setup.cfg", "mypy.ini", ".mypy.ini"))
"""What an analysis begins anew for."""


def watch(read: Callable[[], Settings], executable: str, request: Request, out: Console, err: Console) -> int:
    """Check whenever something changes, until a signal comes; return the exit code that it asks for.

    ``read`` returns the settings, which may change too.
    """
    number = asyncio.run(_Watch(read, executable, request, out, err).run())
    return STOPPED_BY_SIGNAL + number


@dataclass
class _Watch:
    """What is known of the files, and who is told of it."""

    read: Callable[[], Settings]
    executable: str
    request: Request
    out: Console
    err: Console
    findings: dict[str, list[Finding]] = field(default_factory=dict[str, list[Finding]])
    broken: dict[str, Broken] = field(default_factory=dict[str, Broken])
    warnings: list[str] = field(default_factory=list[str])
    refused: list[Unchecked] = field(default_factory=list[Unchecked])
    """What was asked for and is no source."""
    troubles: list[str] = field(default_factory=list[str])

    async def run(self) -> int:
        """Watch until a signal comes; return its number."""
        stop: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                with contextlib.suppress(NotImplementedError):  # on Windows, where the signal itself ends the loop
                    asyncio.get_running_loop().add_signal_handler(number, _stop, stop, number)
        self._say("Checking, and then watching for changes")
        project = Project(Path.cwd(), Options(), self, self._start)
        following = asyncio.ensure_future(self._follow(project))
        try:
            await asyncio.wait((stop, following), return_when=asyncio.FIRST_COMPLETED)
            if following.done():
                following.result()
            return await stop
        finally:
            following.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await following
            await project.close()

    def _start(self) -> Start:
        settings, interpreter = self.read(), probe(self.executable)
        discovery = Discovery(settings, Layout(self.executable))
        discovery.run()
        self.refused = [entry for entry in discovery.unchecked if not entry.partly]
        excluded = (f"{path} is excluded, and is not checked." for path in discovery.excluded)
        self.warnings = [*warnings_about(interpreter), *excluded]
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

    async def _follow(self, project: Project) -> None:
        """Report now, and after each change."""
        settings = self.read()
        outside = [path for path in settings.paths if not Path(path).absolute().is_relative_to(Path.cwd())]
        roots = dict.fromkeys([Path.cwd(), settings.root, *map(Path, outside)])
        changes = awatch(*roots, watch_filter=_Filter(), debounce=200, ignore_permission_denied=True)
        waiting = asyncio.ensure_future(anext(changes))
        await project.settled()
        self._report(project)
        while True:
            self._take(project, await waiting)
            waiting = asyncio.ensure_future(anext(changes))
            await project.settled()
            self._report(project)

    def _take(self, project: Project, changes: set[tuple[Change, str]]) -> None:
        changed = {path for _, path in changes}
        known = {path for path in changed if path in self.findings}
        is_new = any(change is not Change.modified for change, _ in changes)
        if any(Path(path).name in SETTINGS_FILES for path in changed) or (changed - known and not is_new):
            project.restart()  # a file that is only imported has changed
            return
        project.read_again(path for path in known if Path(path).exists())
        if is_new:
            project.look()

    def analysed(self, project: Project, answer: Answer, versions: Mapping[str, int | None]) -> None:  # noqa: ARG002 - the protocol's
        """See `Listener`."""
        self.warnings += [told for told in answer.warnings if SILENCES_NOTHING not in told]  # that may be over soon
        for path, findings in answer.findings.items():
            self.findings[path] = findings
            self.broken.pop(path, None)
        self.broken.update(answer.broken)

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
        for trouble in self.troubles:
            told = Text.assemble(("error: ", "bold red"), trouble.removeprefix("jdc: "))
            self.err.print(told, soft_wrap=True, highlight=False)
        self.troubles.clear()
        if project.has_begun:
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
        known = {*paths.values(), *map(shown, self.broken)}
        unchecked = [entry for entry in self.refused if entry.path not in known]
        unchecked += [Unchecked(shown(path), why.line, why.reason) for path, why in self.broken.items()]
        checked = [each for path, each in paths.items() if path not in self.broken]
        for path in checked:
            notebook = source_file(path).notebook
            unchecked += [] if notebook is None else cell_problems(path, notebook)
        comments = tuple(wrong_comments(checked))
        return Report(tuple(sorted(found)), tuple(sorted(unchecked)), len(checked), comments, tuple(self.warnings))

    def _say(self, message: str) -> None:
        self.err.print(f"[{datetime.now():%H:%M:%S}] {message}", highlight=False, markup=False, style="dim")


class _Filter(DefaultFilter):
    """Lets sources and settings through."""

    def __call__(self, change: Change, path: str) -> bool:
        """Return whether a change matters."""
        name = os.path.basename(path)  # noqa: PTH119 - called for every file that changes
        return (name.endswith(SUFFIXES) or name in SETTINGS_FILES) and super().__call__(change, path)


def _stop(stop: asyncio.Future[int], number: int) -> None:
    if not stop.done():
        stop.set_result(number)


def _shown(finding: Finding) -> Finding:
    related = tuple(replace(other, path=shown(other.path)) for other in finding.related)
    return replace(finding, path=shown(finding.path), related=related)
