"""The text of each source as mypy is given it.

One file that cannot be parsed keeps mypy from analysing all others. While a line is being written its file can
seldom be parsed, so mypy is given the last text that could; for a file that never could, a module about which
nothing is known.
"""

from __future__ import annotations

import os
import tokenize
import warnings
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from jdc_check.live.answers import Broken
from jdc_check.live.overlay import Overlay
from jdc_check.notebooks.notebook import NotebookFile, is_notebook
from jdc_check.notebooks.raw import NotebookError

UNKNOWN: Final = "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n"
"""A module of which everything may be imported, and nothing is known."""

LONGEST: Final = 1_000_000
"""Characters of a file that is analysed while it is edited; no one writes more by hand."""


class Texts:
    """The texts of an editor and the files beside them, by absolute path."""

    def __init__(self, files: Overlay) -> None:
        self._files = files
        self._buffers: dict[str, str] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self.notebooks: dict[str, str] = {}
        """What the modules of notebooks are made of, by the path of each."""
        self.broken: dict[str, Broken] = {}

    @property
    def buffers(self) -> Mapping[str, str]:
        """Return the texts of the editor."""
        return self._buffers

    def give(self, path: str, text: str | None) -> None:
        """Take the text of an editor; None where it has none any more, so that the file counts."""
        if text is None:
            self._buffers.pop(path, None)
            self._seen.pop(path, None)
            self._take(path, _on_disk(path), is_file=True)
        else:
            self._buffers[path] = text
            self._take(path, text, is_file=False)

    def look(self, paths: Iterable[str]) -> None:
        """Look at files that may have changed on disk."""
        for path in paths:
            stamp = _stamp(path)
            if path not in self._buffers and stamp is not None and self._seen.get(path) != stamp:
                if path in self._seen or is_notebook(path):
                    self._take(path, _on_disk(path), is_file=True)
                self._seen[path] = stamp

    def look_closely(self, path: str) -> None:
        """Look at a file of which nothing is known yet, and which may not be parsed."""
        self._take(path, _on_disk(path), is_file=True)

    def hold_back(self, path: str, reason: str) -> bool:
        """Give mypy another text of a file that it cannot get past; return whether there is one."""
        if path in self.broken and self._files.text(path) == UNKNOWN:
            return False
        self.broken[path] = Broken(None, reason)
        self._files.put(path, UNKNOWN)
        return True

    def _take(self, path: str, text: str | None, *, is_file: bool) -> None:
        if is_notebook(path):
            self._take_notebook(path, text)
            return
        problem = None if text is None else problem_of(text)
        if problem is None:
            self.broken.pop(path, None)
            if is_file or text is None:
                self._files.remove(path)
            else:
                self._files.put(path, text)
            return
        self.broken[path] = problem
        if self._files.text(path) is None and (is_file or not _is_sound(path)):
            self._files.put(path, UNKNOWN)

    def _take_notebook(self, path: str, content: str | None) -> None:
        """Take a notebook, for which the module that it is stands, and never its file."""
        module, problem = ("", None) if content is None else _module_of(content)
        if problem is not None:
            self.broken[path] = problem
            if self._files.text(path) is None:
                self._files.put(path, UNKNOWN)
            return
        self.broken.pop(path, None)
        if content is None:
            self.notebooks.pop(path, None)
            self._files.remove(path)
        else:
            self.notebooks[path] = content
            self._files.put(path, module)


def problem_of(text: str) -> Broken | None:
    """Return why Python cannot compile a text; None where it can."""
    if len(text) > LONGEST:
        return Broken(None, f"longer than {LONGEST:,} characters")
    try:
        with warnings.catch_warnings(action="ignore"):  # of the checked code, such as "\d" in a string
            compile(text, "<text>", "exec", dont_inherit=True)
    except SyntaxError as error:
        return Broken(error.lineno, f"cannot be parsed: {error.msg}")
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        return Broken(None, f"cannot be parsed: {error}")
    return None


def _module_of(content: str) -> tuple[str, Broken | None]:
    """Return the module that a notebook is, and why there is none."""
    try:
        text = NotebookFile(content).text
    except NotebookError as error:
        return "", Broken(None, str(error))
    too_long = len(text) > LONGEST
    return text, Broken(None, f"longer than {LONGEST:,} characters") if too_long else None


def _is_sound(path: str) -> bool:
    text = _on_disk(path)
    return text is not None and problem_of(text) is None


def _on_disk(path: str) -> str | None:
    try:
        if is_notebook(path):
            return Path(path).read_text(encoding="utf-8-sig")
        with tokenize.open(path) as stream:
            return stream.read()
    except (OSError, SyntaxError, LookupError, UnicodeError):
        return None if not Path(path).is_file() else "\0"


def _stamp(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)  # noqa: PTH116 - of every source, after each edit
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
