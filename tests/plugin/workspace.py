"""Every way to run mypy on a project, all of which must say the same."""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

from mypy import api
from mypy.main import process_options

LINE: Final = re.compile(
    r"^(?P<file>[^:\n]+):(?P<line>\d+): (?P<text>(error|note: Revealed (type|shape)).*)$", re.MULTILINE
)
"""Other notes depend on what mypy met first, or on whether a module came from the cache."""
OPTIONS: Final = ("--no-error-summary", "--no-pretty", "--hide-error-context")

Report = frozenset[tuple[str, int, str]]
"""File, line, and message with its code."""


class Workspace:
    """A folder with a project, its configuration, and one long-lived cache for each mode that keeps one."""

    def __init__(
        self,
        folder: Path,
        stubs: Path,
        *,
        plugins: str = "jdc_mypy_plugin",
        environment: Mapping[str, str] = MappingProxyType({"JDC_PLUGIN_RAISE": "1"}),
    ) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.project = folder / "project"
        self.caches = folder / "caches"
        self.config = folder / "mypy.ini"
        self.outside = self.caches / "outside"
        """A cache of everything outside the project, from which a cold run starts."""
        self.config.write_text(f"[mypy]\nplugins = {plugins}\nmypy_path = {stubs}\nlocal_partial_types = True\n")
        self.environment = {**os.environ, **environment}
        self.project.mkdir()
        self.caches.mkdir()
        self._status = folder / "dmypy.json"
        self._clock = 1_000_000_000

    def write(self, files: Mapping[str, str]) -> None:
        """Make the folder hold these files and no others."""
        for old in self.project.iterdir():
            if old.is_file() and old.name not in files:
                old.unlink()
        self._clock += 1  # mypy looks at whole seconds, and at what is in a file only where they differ
        for name, text in files.items():
            (self.project / name).write_text(text)
            os.utime(self.project / name, (self._clock, self._clock))

    def remember(self, *modules: str) -> None:
        """Fill the cache from which cold runs start, with other modules besides the usual ones."""
        imported = ", ".join(("jdc_runtime.structure", "jax_dataclasses", "jax.numpy", *modules))
        self._python("mypy", *self._arguments(self.outside), "-c", f"import {imported}")

    def cold(self, *options: str) -> Report:
        """Run without any earlier state of the project."""
        cache = self.caches / "cold"
        shutil.rmtree(cache, ignore_errors=True)
        shutil.copytree(self.outside, cache)
        return self.run(cache, *options)

    def warm(self, *options: str) -> Report:
        """Run with the cache that the last run with the same options left; the first has what lies outside in it."""
        cache = self.caches / "".join(["warm", *options])
        if self.outside.exists() and not cache.exists():
            shutil.copytree(self.outside, cache)
        return self.run(cache, *options)

    def run(self, cache: Path, *options: str) -> Report:
        """Run mypy, in a process of its own: it keeps what it has read until it ends."""
        arguments = [*self._arguments(cache), *options, "."]
        for _ in range(4):
            answer = self._python("mypy", *arguments)
            if "Failed to establish connection with worker" not in answer[0]:
                break  # mypy gives workers three seconds to start, which is little on a busy machine
        return read(*answer)

    def parsed(self, cache: Path) -> set[str]:
        """Return the files of the project that mypy parses where it begins with a cache."""
        _, log, _ = self._python("mypy", "-v", *self._arguments(cache), ".")
        paths = re.findall(r"^LOG:\s+Parsing (\S+)", log, re.MULTILINE)
        return {path.name for path in map(Path, paths) if (self.project / path.name).exists()}

    def _arguments(self, cache: Path) -> list[str]:
        return ["--config-file", str(self.config), "--cache-dir", str(cache), *OPTIONS]

    def daemon(self) -> Report:
        """Ask a daemon that has seen every earlier state of the project."""
        with inside(self.project):
            if not self._status.exists():
                flags = ["--config-file", str(self.config), *OPTIONS]
                self._python("mypy.dmypy", "--status-file", str(self._status), "start", "--", *flags)
            return read(*api.run_dmypy(["--status-file", str(self._status), "check", "."]))

    def close(self) -> None:
        """Stop the daemon."""
        if self._status.exists():
            api.run_dmypy(["--status-file", str(self._status), "stop"])

    def _python(self, module: str, *arguments: str) -> tuple[str, str, int]:
        command = [sys.executable, "-m", module, *arguments]
        done = subprocess.run(
            command, cwd=self.project, env=self.environment, capture_output=True, text=True, check=False
        )
        return done.stdout, done.stderr, done.returncode


def offers(option: str) -> bool:
    """Return whether this mypy has an option such as ``--num-workers=2`` or ``--no-native-parser``."""
    try:
        process_options([option, "-c", ""], stdout=io.StringIO(), stderr=io.StringIO())
    except SystemExit:
        return False
    return True


def read(out: str, err: str, status: int) -> Report:
    """Read mypy's output.

    Raises:
        RuntimeError: mypy crashed, or said something that is no diagnostic.

    """
    if "INTERNAL ERROR" in out + err or "Traceback" in out + err or (err and status != 2):
        raise RuntimeError(out + err)
    return frozenset((match["file"], int(match["line"]), match["text"]) for match in LINE.finditer(out + err))


@contextlib.contextmanager
def inside(folder: Path) -> Iterator[None]:
    """Run in another working directory."""
    before = Path.cwd()
    os.chdir(folder)
    try:
        yield
    finally:
        os.chdir(before)
