"""One folder of the workspace: its settings, the texts that the editor has open in it, and its analysis."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import sys
from collections.abc import Callable, Iterable, Mapping
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Final, Protocol

from platformdirs import user_cache_path

from jdc_check.errors import JdcError
from jdc_check.interpreter import find_executable, probe
from jdc_check.live.answers import Answer, from_json
from jdc_check.lsp.options import Options
from jdc_check.lsp.worker import Start, Worker, WorkerDiedError
from jdc_check.settings import CACHE_DIRECTORY, read_settings, selected_codes

DELAY: Final = 0.06
"""Seconds without another edit after which an analysis starts."""
_PATIENCE: Final = 10.0
"""Seconds that a question waits for the analysis of the text that it is about."""
LONGEST_DELAY: Final = 1.0
"""Seconds after the first edit that was not analysed yet, after which one starts all the same."""


@dataclass(slots=True)
class Document:
    """A text that the editor has open."""

    text: str
    version: int | None


@dataclass(slots=True)
class _Pending:
    """The changes since the last analysis."""

    changes: dict[str, str | None] = field(default_factory=dict[str, str | None])
    look: bool = False
    restart: bool = False
    since: float = 0.0


class Listener(Protocol):
    """Takes what a project tells of itself."""

    def analysed(self, project: Project, answer: Answer, versions: Mapping[str, int | None]) -> None:
        """Take what was found. ``versions`` are those of the documents that were analysed."""

    def gone(self, paths: Iterable[str]) -> None:
        """Take the files that are none of the project any more."""

    def trouble(self, message: str) -> None:
        """Take a message for the user."""

    def busy(self, title: str) -> AbstractAsyncContextManager[None]:
        """Show that something takes long, inside a block."""
        ...


def _on_disk(path: str) -> str | None:
    try:
        return Path(path).read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return None


def users_cache(root: Path) -> Path:
    """Return a cache of the user's own, for a folder that may hold a cache that someone else has prepared."""
    name = hashlib.sha256(str(root).encode()).hexdigest()[:16]
    return user_cache_path("jax-jdc-live", appauthor=False) / name


class Project:
    """A folder that is analysed on its own, as ``jdc check`` would in it."""

    def __init__(
        self, root: Path, options: Options, listener: Listener, read: Callable[[], Start] | None = None
    ) -> None:
        """``read`` returns what to begin with, in the place of the settings of the folder."""
        self.root = root
        self._read = read or self._read_settings
        self.documents: dict[str, Document] = {}
        self._options, self._listener = options, listener
        self._pending = _Pending()
        self._last_change = 0.0
        self._wake = asyncio.Event()
        self._idle = asyncio.Event()
        self._workers: dict[int, Worker] = {}
        self._batches: dict[str, int] = {}
        self._start: Start | None = None
        self._reasons: tuple[str, ...] = ()
        """Why it last began anew without being asked to."""
        self._division: tuple[tuple[str, ...], ...] = ()
        """The files of each process, as it was when they began."""
        self._task = asyncio.ensure_future(self._run())

    def put(self, path: str, text: str, version: int | None) -> None:
        """Take the text of a document."""
        self.documents[path] = Document(text, version)
        self._change({path: text})

    def drop(self, path: str) -> None:
        """Let the file count again, as the editor has closed it."""
        if self.documents.pop(path, None) is not None:
            self._change({path: None})

    def read_again(self, paths: Iterable[str]) -> None:
        """Read files that have changed on disk."""
        self._change(dict.fromkeys(paths))

    def look(self) -> None:
        """Look which files there are, and which have changed."""
        self._pending.look = True
        self._change({})

    def restart(self, options: Options | None = None) -> None:
        """Begin anew, because settings have changed."""
        self._options = options or self._options
        self._pending.restart = True
        self._change({})

    def _change(self, changes: Mapping[str, str | None]) -> None:
        if not self._wake.is_set():
            self._pending.since = asyncio.get_running_loop().time()
        self._pending.changes.update(changes)
        self._last_change = asyncio.get_running_loop().time()
        self._idle.clear()
        self._wake.set()

    @property
    def has_begun(self) -> bool:
        """Return whether there are settings to analyse by."""
        return self._start is not None

    async def settled(self) -> None:
        """Wait until nothing is left to analyse."""
        await self._idle.wait()

    async def flushed(self) -> None:
        """Wait until the analysis knows the newest texts, or cannot come to know them soon."""
        with contextlib.suppress(TimeoutError):
            await asyncio.wait_for(self._idle.wait(), _PATIENCE)

    async def ask(self, path: str, question: str, **details: Any) -> Any:
        """Return the answer to a question about a document; None where there is none."""
        worker = self._workers.get(self._batches.get(path, 0))
        if worker is None or not worker.is_running:
            return None
        try:
            told = await worker.ask(do="ask", question=question, path=path, **details)
        except WorkerDiedError as death:
            self._listener.trouble(f"jdc: {question}: {death.reason}")
            self._change({})
            return None
        return told.get("answer")

    async def close(self) -> None:
        """End everything that belongs to the project."""
        self._task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await self._task
        await self._stop_workers()

    async def _stop_workers(self) -> None:
        workers, self._workers = list(self._workers.values()), {}
        await asyncio.gather(*(worker.close() for worker in workers))

    async def _run(self) -> None:
        await self._begin()
        if not self._wake.is_set():
            self._idle.set()
        while True:
            await self._wake.wait()
            await self._quiet()
            pending, self._pending = self._pending, _Pending()
            self._wake.clear()
            try:
                if pending.restart:
                    self._reasons = ()
                    await self._begin_anew()
                elif self._start is not None:
                    await self._analyse(pending)
            except (WorkerDiedError, OSError) as error:
                self._listener.trouble(f"jdc: {error}")
            if not self._wake.is_set():
                self._idle.set()

    async def _begin_anew(self) -> None:
        await self._stop_workers()
        await self._begin()

    async def _quiet(self) -> None:
        """Wait until nothing more is written for a moment."""
        loop = asyncio.get_running_loop()
        while True:
            now = loop.time()
            until = min(self._last_change + DELAY, self._pending.since + LONGEST_DELAY)
            if now >= until:
                return
            await asyncio.sleep(until - now)

    async def _begin(self) -> None:
        """Read the settings, and analyse what is on disk."""
        self._start = None
        try:
            self._start = await asyncio.to_thread(self._read)
        except (JdcError, OSError) as error:
            self._listener.trouble(f"jdc: {error}")
            return
        async with self._listener.busy("jdc: analysing the project"):
            try:
                answer = await self._started(0)
            except WorkerDiedError as death:
                self._listener.trouble(f"jdc: {death.reason}")
                return
        self._division = answer.batches
        before, self._batches = self._batches, dict.fromkeys(answer.findings, 0)
        self._listener.gone(before.keys() - answer.findings.keys())
        self._batches.update({path: number for number, batch in enumerate(answer.batches) for path in batch})
        self._listener.analysed(self, answer, self._saved())
        for warning in answer.warnings:
            self._listener.trouble(f"jdc: {warning}")
        self._change({path: document.text for path, document in self.documents.items()})

    def _saved(self) -> dict[str, int | None]:
        """Return the versions of the documents whose text is that of their file."""
        documents = self.documents.items()
        return {path: document.version for path, document in documents if _on_disk(path) == document.text}

    def _read_settings(self) -> Start:
        project = read_settings(self.root)
        chosen = self._options.pythonExecutable if self._options.trusted else sys.executable
        interpreter = probe(find_executable(chosen, project.root))
        cache = self.root / CACHE_DIRECTORY / "live" if self._options.trusted else users_cache(self.root)
        codes = selected_codes(project, (), ())
        return Start(self.root, codes, tuple(project.exclude), cache, interpreter.executable)

    async def _started(self, batch: int) -> Answer:
        """Start the process of a batch; return what it finds on disk."""
        assert self._start is not None
        worker = self._workers[batch] = Worker(replace(self._start, batch=batch))
        return from_json(await worker.ask(do="start"))

    async def _analyse(self, pending: _Pending) -> None:
        versions = {path: document.version for path, document in self.documents.items()}
        found: list[tuple[int, Answer]] = []
        for batch in sorted(self._concerned(pending)):
            texts = pending.changes.items()
            changes = {path: text for path, text in texts if self._batches.get(path, batch) == batch}
            found.append((batch, await self._answer(batch, changes, look=pending.look)))
        reasons = tuple(sorted({reason for _, answer in found for reason in answer.again}))
        before, self._reasons = self._reasons, reasons
        if reasons and reasons != before:
            await self._begin_anew()
            return
        for batch, answer in found:
            self._listener.analysed(self, answer, versions)
            self._tell_gone(batch, answer)

    def _tell_gone(self, batch: int, answer: Answer) -> None:
        """Tell which files are none of the project any more."""
        known = {path for path, number in self._batches.items() if number == batch}
        gone = known - answer.findings.keys()
        self._batches.update(dict.fromkeys(answer.findings, batch))
        for path in gone:
            del self._batches[path]
        self._listener.gone(gone)

    def _concerned(self, pending: _Pending) -> Iterable[int]:
        changed = {self._batches[path] for path in pending.changes if path in self._batches}
        is_known = changed and all(path in self._batches for path in pending.changes)
        return changed if is_known and not pending.look else changed | set(self._workers) | {0}

    async def _answer(self, batch: int, changes: Mapping[str, str | None], *, look: bool) -> Answer:
        """Ask the process of a batch, and another one where it dies; then, slowly, one that survives any file."""
        try:
            worker = self._workers.get(batch)
            if worker is None or not worker.is_running:
                return await self._answer_from_new(batch, look=look)
            return from_json(await worker.ask(do="update", changes=changes, look=look))
        except WorkerDiedError:
            pass
        try:
            return await self._answer_from_new(batch, look=True)
        except WorkerDiedError:
            texts = {path: text for path, text in self._texts_of(batch).items() if Path(path).is_file()}
            answer = from_json(await self._workers[batch].ask(do="slow", buffers=texts))
            await self._workers.pop(batch).close()  # the next edit may be one that mypy survives
            return answer

    async def _answer_from_new(self, batch: int, *, look: bool) -> Answer:
        """Start the process of a batch later than others, and ask it: it may divide the files in another way."""
        started = await self._started(batch)
        answer = from_json(await self._workers[batch].ask(do="update", changes=self._texts_of(batch), look=look))
        if started.batches == self._division:
            return answer
        return replace(answer, again=(*answer.again, f"now divided as {started.batches}"))

    def _texts_of(self, batch: int) -> dict[str, str]:
        documents = self.documents.items()
        return {path: document.text for path, document in documents if self._batches.get(path, batch) == batch}
