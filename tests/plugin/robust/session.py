"""Runs of mypy in this process over a folder of modules, and what must hold of each."""

from __future__ import annotations

import contextlib
import gc
import io
import json
import os
import re
import sys
import time
import traceback
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from mypy import api
from warm_cache import AS_JDC_CHECK, copy_to

from jdc_check.mypy_process import PLUGIN

CRASH: Final = re.compile(r"^(?P<file>\w+\.py):(-?\d+:)? error: INTERNAL ERROR", re.MULTILINE)
GAVE_UP: Final = re.compile(r'"file": "(?P<file>\w+\.py)"[^{]*"INTERNAL ERROR')
LAST: Final = re.compile(r'.*"file": "(?P<file>\w+\.py)"', re.DOTALL)
"""The last module of which mypy says something, which is the one that it does not read."""
Files = Mapping[str, str]
"""The texts of modules by their file names."""
Findings = Mapping[str, frozenset[tuple[int, str]]]
"""The messages about each module, with their lines."""


class CrashError(Exception):
    """Mypy stopped before it was done. ``file`` is empty where nobody knows why."""

    def __init__(self, file: str, output: str) -> None:
        super().__init__(output)
        self.file = file


@dataclass
class Session:
    """A folder of modules, checked again and again with one cache."""

    folder: Path
    cache: Path
    with_plugin: bool = True
    seconds: dict[str, float] = field(default_factory=dict[str, float])
    """The time that the last run took for each module."""

    def __post_init__(self) -> None:
        """Make the folder, and a configuration as that of ``jdc check``."""
        self.folder.mkdir(parents=True, exist_ok=True)
        self._clock = int(time.time())
        text = AS_JDC_CHECK if self.with_plugin else AS_JDC_CHECK.replace(f"plugins = {PLUGIN}\n", "")
        self._config = self.folder / "mypy.ini"
        self._config.write_text(text)
        self._timing = self.folder / "timing.txt"
        if self.with_plugin:
            copy_to(self.cache)

    def check(self, files: Files, *, edited: str = "") -> Findings:
        """Check these files and no others. Those whose names begin as ``edited`` are analysed again in any case.

        Raises:
            CrashError: mypy crashed, or would not read one of the files.

        """
        for old in self.folder.glob("*.py"):
            old.unlink()
        self._clock += 1  # mypy looks at whole seconds, and at what is in a file only where they differ
        for name, text in files.items():
            file = self.folder / name
            end = f"\n# edit {self._clock}\n" if name.startswith(edited) else ""
            file.write_text(text + end, encoding="utf-8")
            os.utime(file, (self._clock, self._clock))
        options = [
            f"--config-file={self._config}",
            f"--cache-dir={self.cache}",
            f"--timing-stats={self._timing}",
            "--output=json",
            "--show-traceback",
            "--soft-error-limit=-1",
            "--no-error-summary",
        ]
        recursion_limit = sys.getrecursionlimit()  # which mypy raises
        try:
            with _quiet():  # mypy writes to the streams of the process while it crashes
                out, err, status = api.run([*options, *sorted(str(self.folder / name) for name in files)])
        except Exception:
            raise CrashError("", traceback.format_exc()[-6000:]) from None
        finally:
            sys.setrecursionlimit(recursion_limit)
            gc.unfreeze()  # mypy leaves to the end of the process what it has read
            gc.enable()
            gc.collect()
        out, err = (text.replace(f"{self.folder}/", "") for text in (out, err))
        if status not in (0, 1) or err:
            culprit = CRASH.search(out + err) or GAVE_UP.search(out) or LAST.search(out)
            raise CrashError(culprit["file"] if culprit else "", (out + err)[-6000:])
        self.seconds = _seconds(self._timing, files)
        return _findings(out, files)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    with contextlib.redirect_stdout(io.StringIO()), contextlib.redirect_stderr(io.StringIO()):
        yield


def _findings(out: str, files: Files) -> Findings:
    findings: dict[str, set[tuple[int, str]]] = {name: set() for name in files}
    for line in out.splitlines():
        item = json.loads(line)
        if item["severity"] == "error" and item["file"] in findings:
            findings[item["file"]].add((item["line"], f"{item['message']} [{item['code']}]"))
    return {name: frozenset(found) for name, found in findings.items()}


def _seconds(timing: Path, files: Files) -> dict[str, float]:
    modules = {name.removesuffix(".py"): name for name in files}
    pairs = (line.rsplit(" ", 1) for line in timing.read_text().splitlines())
    return {modules[module]: int(microseconds) / 1e6 for module, microseconds in pairs if module in modules}
