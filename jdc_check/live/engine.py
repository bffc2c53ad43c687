"""mypy's fine-grained engine in this process.

It starts from the cache that a run of mypy with ``fine_grained`` has left, so that it reads no more than the first
edit needs, and it goes on from its own trees after each change. Types of expressions are kept for what was last
analysed: all of them, after every edit, would fill the memory in an hour.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Generator, Iterable, Sequence
from pathlib import Path
from typing import Any

from mypy.checker import TypeChecker
from mypy.dmypy_server import Server
from mypy.main import process_options
from mypy.modulefinder import BuildSource
from mypy.nodes import Expression, MypyFile
from mypy.options import Options
from mypy.server.update import FineGrainedBuildManager
from mypy.types import Type

from jdc_check.errors import InternalError
from jdc_check.live.notes import Notes
from jdc_check.live.overlay import Overlay
from jdc_check.mypy_process import Invocation, arguments, environment
from jdc_mypy_plugin.host.sources import SOURCES


class Engine:
    """The state of one batch of sources."""

    def __init__(self, invocation: Invocation, files: Overlay, kept: str = "") -> None:
        """``kept`` is a source that stays, whatever is checked."""
        self.files = files
        self.sources, options = _options(invocation)
        self._kept = [source for source in self.sources if source.path == kept]
        with tempfile.TemporaryDirectory(prefix="jdc-") as directory:
            self._server = Server(options, str(Path(directory, "status")))
        self._server.fscache = files
        SOURCES.read_by(files.read)
        self._typed: set[str] = set()
        self._notes = Notes()

    def check(self, sources: Sequence[BuildSource]) -> list[dict[str, Any]]:
        """Return all diagnostics of the modules that were analysed in this process, after what has changed.

        Raises:
            InternalError: mypy refuses to go on.

        """
        self.sources = list(sources)
        if self.is_started:
            self._manager.manager.all_types.clear()
            self._manager.updated_modules.clear()
        self._typed.clear()
        answer = self._server.check([*sources, *self._kept], False, False, 80)
        if answer["err"] or not self.is_started:
            raise InternalError(answer["err"] or answer["out"])
        self._typed.update(self._manager.updated_modules)
        return [*_records(answer["out"].splitlines()), *self._notes.take(self._manager)]

    def analyse(self, modules: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
        """Analyse modules that were only read from the cache, by name and path; return what `check` would."""
        records = self._update(modules)
        self._typed.update(module for module, _ in modules)
        return records

    def _update(self, modules: Sequence[tuple[str, str]]) -> list[dict[str, Any]]:
        self._server.flush_caches()
        messages = self._manager.update(list(modules), [])
        self._server.flush_caches()
        return [*_records(messages), *self._notes.take(self._manager)]

    @property
    def is_started(self) -> bool:
        """Return whether it has checked something."""
        return self._server.fine_grained_manager is not None

    @property
    def _manager(self) -> FineGrainedBuildManager:
        manager = self._server.fine_grained_manager
        assert manager is not None
        return manager

    @property
    def blocked(self) -> str | None:
        """Return the path of the module that mypy cannot get past; None where there is none."""
        blocking = self._manager.blocking_error if self.is_started else None
        return None if blocking is None else blocking[1]

    @property
    def modules(self) -> dict[str, MypyFile]:
        """Return the modules that are loaded."""
        return self._manager.manager.modules

    def unread(self, module: str, name: str) -> str:
        """Return the module that an import of a name from a module needs and that is not loaded; nothing if it is."""
        if not self.is_started:
            return module
        loaded = self.modules.get(module)
        if loaded is not None and (not name or name == "*" or name in loaded.names):
            return ""
        wanted = module if loaded is None else f"{module}.{name}"
        found = None if wanted in self.modules else self._manager.manager.find_module_cache.find_module(wanted)
        return wanted if isinstance(found, str) else ""

    def is_analysed(self, module: str) -> bool:
        """Return whether a module was analysed in this process, and not only read from the cache."""
        tree = self.modules.get(module) if self.is_started else None
        return tree is not None and not tree.is_cache_skeleton

    def tree(self, module: str, path: str) -> MypyFile | None:
        """Return the tree of a module, with the types of its expressions in `types`; None where there is none."""
        if module not in self._typed or not self.is_analysed(module):
            self._update([(module, path)])
            self._typed.add(module)
        return self.modules.get(module) if self.is_analysed(module) else None

    def forget(self, module: str) -> None:
        """Let `tree` analyse a module again, whose text is another now."""
        self._typed.discard(module)

    @property
    def types(self) -> dict[Expression, Type]:
        """Return the types of the expressions of modules that `tree` returned since the last check."""
        return self._manager.manager.all_types

    @contextlib.contextmanager
    def checker(self, module: str) -> Generator[TypeChecker]:
        """Give what answers the plugin's questions, as while mypy checked a module that `tree` has returned."""
        found = self._manager.graph[module].type_checker()
        maps = found._type_maps  # pyright: ignore[reportPrivateUsage] - mypy looks types up there
        maps.append(self.types)
        try:
            yield found
        finally:
            maps.pop()

    @property
    def options(self) -> Options:
        """Return mypy's options."""
        return self._manager.manager.options


def _records(messages: Iterable[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in messages if line.startswith('{"file":')]


def _options(invocation: Invocation) -> tuple[list[BuildSource], Options]:
    os.environ.update(environment(invocation))
    with tempfile.TemporaryDirectory(prefix="jdc-") as directory:
        given = ["-i", *arguments(invocation, Path(directory)), "--use-fine-grained-cache"]
        try:
            sources, options = process_options(given, server_options=True)
        except SystemExit as error:
            raise InternalError(f"mypy refuses its options: {error}") from error
    options.export_types = True
    return sources, options
