"""The text of each source as mypy is given it.

One file that cannot be parsed keeps mypy from analysing all others. While a line is being written its file can
seldom be parsed, so mypy is given the last text that could; for a file that never could, a module about which
nothing is known.
"""

from __future__ import annotations

import os
import tokenize
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Final

from jdc_check.live.answers import Broken
from jdc_check.live.overlay import Overlay
from jdc_check.live.parsing import LONGEST, problem_of
from jdc_check.notebooks.notebook import NotebookFile, is_notebook, read_notebook
from jdc_check.notebooks.raw import NotebookError
from jdc_check.sourcefile import encoding_problem

UNKNOWN: Final = "from typing import Any\ndef __getattr__(name: str) -> Any: ...\n"
"""A module of which everything may be imported, and nothing is known."""


class Texts:
    """The texts of an editor and the files beside them, by absolute path."""

    def __init__(self, files: Overlay) -> None:
        self._files = files
        self._buffers: dict[str, str] = {}
        self._seen: dict[str, tuple[int, int]] = {}
        self.notebooks: dict[str, str] = {}
        """The texts that the modules of notebooks are made of, by the path of each."""
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
            stamp = stamp_of(path)
            if path not in self._buffers and stamp is not None and self._seen.get(path) != stamp:
                if path in self._seen or is_notebook(path):
                    self._take(path, _on_disk(path), is_file=True)
                self._seen[path] = stamp

    def look_closely(self, path: str) -> None:
        """Look at a file of which nothing is known yet, and which may not be parsed."""
        self._take(path, _on_disk(path), is_file=True)

    def leave(self, paths: Collection[str]) -> None:
        """Forget files that are none of the project any more; what an editor has open, or is broken, stays."""
        for path in self._files.paths:
            is_broken = path in self.broken and Path(path).exists()
            if path not in paths and path not in self._buffers and not is_broken:
                self._files.remove(path)
                self.broken.pop(path, None)

    def hold_back(self, path: str, reason: str) -> bool:
        """Give mypy another text of a file that it cannot get past; return whether there is one."""
        if path in self.broken and self._files.text(path) == UNKNOWN:
            return False
        self.broken[path] = Broken(None, reason)
        self._files.put(path, UNKNOWN)
        return True

    def _take(self, path: str, text: str | Broken | None, *, is_file: bool) -> None:
        if is_notebook(path):
            self._take_notebook(path, text)
            return
        problem = problem_of(text) if isinstance(text, str) else text
        if problem is None:
            self.broken.pop(path, None)
            if is_file or not isinstance(text, str):
                self._files.remove(path)
            else:
                self._files.put(path, text)
            return
        self.broken[path] = problem
        if self._files.text(path) is None and (is_file or not _is_sound(path)):
            self._files.put(path, UNKNOWN)

    def _take_notebook(self, path: str, content: str | Broken | None) -> None:
        """Take a notebook, for which the module that it is stands, and never its file."""
        module, problem = _module_of(content) if isinstance(content, str) else ("", content)
        if problem is not None:
            self.broken[path] = problem
            if self._files.text(path) is None:
                self._files.put(path, UNKNOWN)
            return
        self.broken.pop(path, None)
        if not isinstance(content, str):
            self.notebooks.pop(path, None)
            self._files.remove(path)
        else:
            self.notebooks[path] = content
            self._files.put(path, module)


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
    return isinstance(text, str) and problem_of(text) is None


def _on_disk(path: str) -> str | Broken | None:
    """Return the text of a file, or why it cannot be read; None where there is none."""
    if not Path(path).is_file():
        return None
    try:
        if is_notebook(path):
            return Path(path).read_text(encoding="utf-8-sig")
        with tokenize.open(path) as stream:
            return stream.read()
    except OSError as error:
        return Broken(None, f"cannot be read: {error.strerror}")
    except (SyntaxError, LookupError, UnicodeError) as error:
        return Broken(None, _undecodable(path) or f"cannot be parsed: {error}")


def _undecodable(path: str) -> str | None:
    """Return how the command says that a file is no text."""
    try:
        if is_notebook(path):
            read_notebook(path)
        elif (problem := encoding_problem(path)) is not None:
            return f"cannot be parsed: {problem}"
        else:
            Path(path).read_bytes().decode()
    except UnicodeDecodeError as error:
        return f"Cannot decode file: {error}"
    except (OSError, NotebookError) as error:
        return str(error)
    return None


def stamp_of(path: str) -> tuple[int, int] | None:
    """Return what is different after a file was written; None where there is none."""
    try:
        found = os.stat(path)  # noqa: PTH116 - of every source, after each edit
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size
