"""One project under analysis: what an editor has open, what is on disk, and what was last found."""

from __future__ import annotations

import contextlib
import re
from collections import defaultdict
from collections.abc import Collection, Generator, Iterable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from mypy.modulefinder import BuildSource

from jdc_check.discover import Discovery
from jdc_check.errors import InternalError
from jdc_check.findings import Finding, Report
from jdc_check.layout import Layout, shown
from jdc_check.live.absolute_paths import absolute, for_elsewhere
from jdc_check.live.answers import Answer, Broken, Idle
from jdc_check.live.engine import Engine
from jdc_check.live.homes import Homes
from jdc_check.live.libraries import Libraries, imported
from jdc_check.live.overlay import Overlay
from jdc_check.live.sources import build_source, find_sources
from jdc_check.live.texts import Texts, stamp_of
from jdc_check.mypy_process import Invocation
from jdc_check.records import findings_of, mypy_errors_of, right_of
from jdc_check.run import analysed, report
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered
from jdc_check.suppress import Suppressions, wrong_comments

_ATTEMPTS: Final = 20
"""How many files mypy may refuse after one edit."""


class Session:
    """One batch of a project's sources. `start` comes first, then `update` after each change."""

    def __init__(self, settings: Settings, executable: str, batch: int) -> None:
        self._settings, self._executable, self._number = settings, executable, batch
        self._layout = Layout(executable)
        self._files = Overlay()
        self._cold: dict[str, list[Finding]] = {}
        self._sources: dict[str, BuildSource] = {}
        self._homes = Homes()
        self._left_out: dict[str, tuple[int, int] | None] = {}
        """The files that mypy refuses though they can be parsed, and their stamps then."""
        self._guests: set[str] = set()
        """The files that cannot be parsed, and would join no process."""
        self._foreign: set[str] = set()
        self._engine: Engine | None = None
        self._invocation: Invocation | None = None
        self._libraries = Libraries(settings.cache_dir)
        self.texts = Texts(self._files)
        self._at_start = Report((), (), 0)
        self._told: Mapping[str, list[Finding]] = self._cold
        self._held: dict[str, Broken] = {}
        """The files that mypy refused after the last change, though they can be parsed."""
        self._records: list[dict[str, Any]] = []
        """The messages of mypy about all that was analysed in this process, after the last change."""

    def start(self) -> Answer:
        """Analyse everything as it is on disk; return what is found, and the sources of each batch.

        Raises:
            InternalError: mypy or the plugin failed, and not because of one file.

        """
        analysis = analysed(self._settings, self._executable, None, fine_grained=True)
        self._layout = analysis.layout
        told = self._at_start = report(analysis, self._settings, self._executable)
        runs = [run for run in analysis.runs if run.sources]
        for source in analysis.discovery.sources:
            self._cold[absolute(source.path)] = []
        for finding in told.findings:
            self._cold.setdefault(absolute(finding.path), []).append(for_elsewhere(finding))
        if self._number < len(runs):
            self._invocation = runs[self._number].invocation()
            self._engine = Engine(self._invocation, self._files)
            self._sources = {source.path: source for source in self._engine.sources if source.path is not None}
        self._homes = Homes(analysis.discovery.sources, [run.sources for run in runs])
        unchecked = tuple(entry for entry in told.unchecked if not entry.partly)
        self._take_unchecked({absolute(entry.path) for entry in unchecked if entry.requested}, analysis.discovery)
        self.texts.look({*self._sources, *self.texts.broken})
        batches = tuple(tuple(self._homes.members(number)) for number in range(len(runs)))
        return Answer(
            self._cold, dict(self.texts.broken), warnings=told.warnings, batches=batches, unchecked=unchecked
        )

    def _take_unchecked(self, refused: Collection[str], discovery: Discovery) -> None:
        """Take the files that mypy could not parse, which may change; leave out what else it refused."""
        sources = {absolute(source.path): source for source in discovery.sources}
        for path in sources.keys() & refused:
            self.texts.look_closely(path)
            if path not in self.texts.broken:
                self._left_out[path] = stamp_of(path)
                self._cold.pop(path, None)
        self._guests = self._homes.settle({p: each for p, each in sources.items() if p not in self._left_out})
        for path in sources.keys() & refused:
            if self._homes.number(path) == self._number:
                self._sources[path] = build_source(sources[path])

    def update(self, changes: Mapping[str, str | None], *, look_for_files: bool) -> Answer:
        """Analyse what has changed: texts of an editor by absolute path, and what is on disk.

        Raises:
            InternalError: mypy failed.

        """
        for path, text in changes.items():
            self.texts.give(path, text)
        self.texts.look({*self._sources, *self.texts.broken})
        before = set(self._sources)
        new = any(path not in self._sources and path not in self._foreign for path in changes)
        again = self._changed_refusals()
        if look_for_files or new or self._guests - self.texts.broken.keys() or any(map(self._is_moved, changes)):
            again += self._find_sources()
        self._read_libraries({*changes, *(self._sources.keys() - before)})
        self._records = self._checked()
        with self.reading():
            answer = self._answer(self._records)
        self._told = answer.findings
        held = (f"{path}: {why.reason}" for path, why in self._held.items() if path not in self.texts.buffers)
        return replace(answer, again=(*again, *sorted(held)))

    def _changed_refusals(self) -> tuple[str, ...]:
        """Return the files that were refused, and are others now."""
        now = {path: stamp_of(path) for path in self._left_out}
        return tuple(f"{path}: {stamp}" for path, stamp in now.items() if stamp != self._left_out[path])

    def _is_moved(self, path: str) -> bool:
        """Return whether a file on disk is another module than it was, as a relative import makes it."""
        if path not in self._sources or path in self.texts.buffers or not Path(path).is_file():
            return False
        source = Layout(self._executable).source(shown(path))
        return not self._homes.knows(source)

    def _read_libraries(self, paths: Iterable[str]) -> None:
        """Begin from mypy's cache of libraries where files import some that were not imported before.

        Raises:
            InternalError: this process has begun without them, and another one has to take its place.

        """
        if self._engine is None or self._invocation is None or self._invocation.modules:
            return
        wanted = {each for path in paths if path in self._sources for each in imported(self.text(path))}
        if not self._engine.is_started:  # it will begin with what is on disk
            wanted -= {each for path in paths if path in self.texts.buffers for each in imported(_text_on_disk(path))}
        own = {source.module.partition(".")[0] for source in self._sources.values()}
        if self._libraries.add(self._engine, (each for each in wanted if each[0].partition(".")[0] not in own)):
            if self._engine.is_started:
                raise InternalError("new libraries are imported")  # mypy and the plugin start once in a process
            self._engine = self._libraries.engine(self._invocation, self._files)

    def _checked(self) -> list[dict[str, Any]]:
        self._held = {}
        if self._engine is None or not self._sources:
            return []
        for _ in range(_ATTEMPTS):
            records = self._engine.check(list(self._sources.values()))
            unread = [] if self._engine.blocked else self._unread()
            if unread:
                records = self._engine.analyse(unread)
            blocked = self._engine.blocked
            if blocked is None:
                return records
            reason = next((record["message"] for record in records), "mypy cannot analyse this file")
            path = absolute(blocked)
            if not self.texts.hold_back(path, reason):
                self._sources.pop(path, None)
                self._left_out[path] = stamp_of(path)
            self._held[path] = Broken(None, reason)
        raise InternalError("mypy stops at one file after the other")

    def _unread(self) -> list[tuple[str, str]]:
        """Return the open modules that mypy has only read from its cache: their next edit is to be a fast one."""
        opened = ((path, self._sources[path].module) for path in self.texts.buffers if path in self._sources)
        return [(name, path) for path, name in opened if self._engine and not self._engine.is_analysed(name)]

    def _answer(self, records: list[dict[str, Any]]) -> Answer:
        found: dict[str, list[Finding]] = {}
        suppressions = Suppressions()
        for error in mypy_errors_of(_of_files(records, self.texts.buffers), shown):  # some are told beside a checker
            suppressions.silence(replace(error, code=f"jdc-{error.code}"))
        for finding in set(findings_of(records, shown)):
            path = absolute(finding.path)
            if finding.code in self._settings.codes and not suppressions.silence(finding):
                found.setdefault(path, []).append(for_elsewhere(finding))
        guests = self._guests if self._number == 0 else ()
        checked: dict[str, list[Finding]] = {path: [] for path in guests}
        checked |= {
            path: sorted(found.get(path, ())) if self._is_analysed(source) else self._cold.get(path, [])
            for path, source in self._sources.items()
        }
        broken = {path: why for path, why in self.texts.broken.items() if path in self._sources or path in guests}
        return Answer(checked, broken, self._comments(suppressions, broken))

    def analysis_of(self, path: str) -> Report:
        """Return what was last found in one file, also where that was before this process had anything to analyse."""
        source, name = self._sources.get(path), shown(path)
        findings = tuple(replace(each, path=name) for each in self._told.get(path, ()))
        if source is None or not self._is_analysed(source):
            right = tuple(each for each in self._at_start.right if each.path == name)
            errors = tuple(each for each in self._at_start.mypy_errors if each.path == name)
        else:
            records = list(_of_files(self._records, [path]))
            right, errors = tuple(right_of(records, shown)), tuple(mypy_errors_of(records, shown))
        return Report(findings, (), 0, right=right, mypy_errors=errors)

    def _is_analysed(self, source: BuildSource) -> bool:
        return self._engine is not None and self._engine.is_analysed(source.module)

    def _comments(self, suppressions: Suppressions, broken: Iterable[str]) -> dict[str, list[Idle]]:
        """Return the comments of open files that silence nothing."""
        opened = {shown(path): path for path in self.texts.buffers if path in self._sources and path not in broken}
        comments: dict[str, list[Idle]] = defaultdict(list)
        for wrong in wrong_comments(opened):
            comments[opened[wrong.path]].append(Idle(wrong.line, wrong.message, is_mistaken=True))
        for unused in suppressions.unused(opened, self._settings.codes):
            comments[opened[unused.path]].append(
                Idle(unused.line, "This comment silences nothing", is_mistaken=False)
            )
        return dict(comments)

    def _find_sources(self) -> tuple[str, ...]:
        """Look which files there are; return why all processes have to begin anew, where they have to."""
        with self.reading():
            found = find_sources(self._settings, Layout(self._executable), self.texts.buffers)
        self._guests.intersection_update(self.texts.broken, found.files)
        out = {*self._left_out, *self._guests}
        files = {path: source for path, source in found.files.items() if path not in out}
        homeless = self._homes.settle(files)
        visitors = self._homes.visited(files, found.visitors)
        mine = {path: files[path] for path in self._homes.members(self._number)}
        mine |= {path: found.visitors[path] for path, number in visitors.items() if number == self._number}
        new = mine.keys() - self._sources.keys()
        self._sources = {path: self._sources.get(path) or build_source(source) for path, source in mine.items()}
        for path in new - self.texts.buffers.keys():
            self.texts.look_closely(path)
        self._foreign = {path for path in self.texts.buffers if path not in self._sources}
        self.texts.leave(self._sources)
        return tuple(f"{path}: {files[path].module}" for path in sorted(homeless))

    def reading(self) -> AbstractContextManager[None]:
        """Inside the block, let the places of findings be read from the texts that were analysed."""
        texts = {path: self._files.text(path) or "" for path in self._files.paths}
        return buffered({shown(path): text for path, text in {**texts, **self.texts.notebooks}.items()})

    @contextlib.contextmanager
    def supposing(self, path: str, text: str) -> Generator[None]:
        """Inside the block, let a file have another text for `engine`, as if someone had written it."""
        before, broken = self._files.text(path), self.texts.broken.pop(path, None)
        self._files.put(path, text)
        self._forget(path)
        try:
            yield
        finally:
            if before is None:
                self._files.remove(path)
            else:
                self._files.put(path, before)
            if broken is not None:
                self.texts.broken[path] = broken
            self._forget(path)

    def is_broken(self, path: str) -> bool:
        """Return whether the present text of a file is not analysed."""
        return path in self.texts.broken

    def _forget(self, path: str) -> None:
        if self._engine is not None and path in self._sources:
            self._engine.forget(self._sources[path].module)

    def findings_supposing(self, path: str, text: str) -> list[Finding]:
        """Return what would be found in a file with another text."""
        with self.supposing(path, text):
            records = self._checked()
            with self.reading():
                return list(self._answer(records).findings.get(path, ()))

    def paths_with(self, pattern: re.Pattern[str]) -> list[str]:
        """Return the sources in whose text something is found."""
        return [path for path in sorted(self._sources) if pattern.search(self.text(path))]

    def text(self, path: str) -> str:
        """Return the text of a file as it is analysed."""
        try:
            return self._files.read(path).decode("utf-8", errors="replace")
        except OSError:
            return ""

    def path_of_class(self, fullname: str) -> str | None:
        """Return the source that defines a class; None where none of the project does."""
        modules = {source.module: path for path, source in self._sources.items()}
        parts = fullname.split(".")
        names = (".".join(parts[:end]) for end in range(len(parts) - 1, 0, -1))
        return next((modules[name] for name in names if name in modules), None)

    @property
    def codes(self) -> frozenset[str]:
        """Return the rules that are reported."""
        return self._settings.codes

    @property
    def engine(self) -> Engine | None:
        """Return the engine; None where there is nothing to check."""
        return self._engine

    def module_of(self, path: str) -> str | None:
        """Return the name of the module that a file is; None for one that is not checked."""
        source = self._sources.get(path)
        return None if source is None else source.module


def _of_files(records: list[dict[str, Any]], paths: Collection[str]) -> Iterator[dict[str, Any]]:
    """Yield what mypy says of some files, by absolute path; it writes them as it likes."""
    wanted = {each for each in {record["file"] for record in records} if absolute(each) in paths}
    return (record for record in records if record["file"] in wanted)


def _text_on_disk(path: str) -> str:
    try:
        return Path(path).read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
