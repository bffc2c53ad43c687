"""From the arguments to the files to check."""

from __future__ import annotations

import os
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from pathspec import GitIgnoreSpec

from jdc_check.findings import Unchecked
from jdc_check.layout import Layout, Source, shown
from jdc_check.notebooks.notebook import SUFFIX, Notebook, is_notebook
from jdc_check.notebooks.raw import NotebookError
from jdc_check.settings import Settings
from jdc_check.sourcefile import encoding_problem, notebook_at

SUFFIXES: Final = (".py", ".pyi", SUFFIX)
SKIPPED_DIRECTORIES: Final = frozenset({"__pycache__", "site-packages", "node_modules"})


class Discovery:
    """Collects sources, each once, and arguments that yield none."""

    def __init__(self, settings: Settings, layout: Layout) -> None:
        self._settings = settings
        self._layout = layout
        self._excluded = GitIgnoreSpec.from_lines(settings.exclude)
        self._excluded_for_mypy = [re.compile(pattern) for pattern in layout.options.exclude]
        self._sources: dict[str, Source] = {}
        self.unchecked: list[Unchecked] = []
        self.excluded: list[str] = []
        """The arguments that are left out, with everything in them."""
        self.notebooks_left_out = 0

    @property
    def sources(self) -> list[Source]:
        """The files to check, in the order of their paths."""
        return [self._sources[path] for path in sorted(self._sources)]

    def run(self) -> None:
        """Look at every argument."""
        for path in self._settings.paths:
            self._add_path(path)
        for name in self._settings.packages:
            self._add_package(name)

    def _add_path(self, argument: str) -> None:
        path = Path(argument)
        try:
            mode = path.stat().st_mode
        except (FileNotFoundError, NotADirectoryError):
            self._refuse(argument, "no such file or directory")
        except OSError as error:
            self._refuse(argument, f"cannot be read: {error.strerror}")
        else:
            if self._settings.force_exclude and self._is_excluded_here(path, "/" if stat.S_ISDIR(mode) else ""):
                self.excluded.append(shown(argument))
            elif stat.S_ISDIR(mode):
                self._add_directory(argument)
            elif path.suffix not in SUFFIXES:
                self._refuse(argument, "not a Python file (.py, .pyi or .ipynb)")
            else:
                self._add(self._layout.source(shown(argument)), regular=stat.S_ISREG(mode))

    def _add_directory(self, argument: str) -> None:
        refused = len(self.unchecked)
        found = list(self._walk(Path(argument)))
        files = [file for file in found if not self._is_excluded(file, "")]
        if found and not files:
            self.excluded.append(shown(argument))
        elif not found and len(self.unchecked) == refused:
            self._refuse(argument, "there are no Python files in this directory")
        for file in files:
            regular = os.path.isfile(file) or not os.path.exists(file)  # noqa: PTH110, PTH113 - may be forbidden
            self._add(self._layout.source(shown(str(file))), regular=regular)

    def _add_package(self, name: str) -> None:
        found = self._layout.package(name) if name.replace(".", "").isidentifier() else []
        if not found:
            executable = self._layout.options.python_executable
            self._refuse(name, f"this package is not installed where {executable} looks for packages")
        for source in found:
            self._add(source)

    def _add(self, source: Source, *, regular: bool = True) -> None:
        is_read = regular and source.path not in self._settings.buffers
        problem = encoding_problem(source.path) if is_read and not is_notebook(source.path) else None
        if not source.path.isprintable():
            self._refuse(repr(source.path), "its path holds control characters or is not valid Unicode")
        elif not regular:  # to open a pipe would wait for ever
            self._refuse(source.path, "not a regular file")
        elif problem is not None:
            self._refuse(source.path, f"cannot be parsed: {problem}")
        elif is_notebook(source.path) and not self._settings.notebooks:
            self.notebooks_left_out += 1
        elif not is_notebook(source.path) or self._is_of_python(source.path):
            self._sources.setdefault(source.path, source)

    def _is_of_python(self, path: str) -> bool:
        """Return whether a notebook has Python in it; tell why where it cannot be read, and of cells that cannot."""
        try:
            notebook = notebook_at(path)
        except NotebookError as error:
            self._refuse(path, str(error))
            return False
        except OSError as error:
            self._refuse(path, f"cannot be read: {error.strerror}")
            return False
        self.unchecked += cell_problems(path, notebook)
        return notebook.raw.is_python

    def _refuse(self, argument: str, reason: str) -> None:
        self.unchecked.append(Unchecked(argument, None, reason))

    def _walk(self, directory: Path) -> Iterator[Path]:
        for parent, directories, files in os.walk(directory, onerror=self._refuse_directory):
            here = Path(parent)
            directories[:] = sorted(name for name in directories if self._is_entered(here / name))
            names = set(files)
            for name in sorted(files):
                stub_of_file = name.endswith(".pyi") and name.removesuffix("i") in names
                if name.endswith(SUFFIXES) and not stub_of_file:
                    yield here / name

    def _refuse_directory(self, error: OSError) -> None:
        path = shown(str(error.filename))
        self._refuse(path if path.isprintable() else repr(path), f"cannot be read: {error.strerror}")

    def _is_entered(self, directory: Path) -> bool:
        return not (
            directory.name in SKIPPED_DIRECTORIES
            or directory.name.startswith(".")
            or os.path.exists(directory / "pyvenv.cfg")  # noqa: PTH110 - may be forbidden
            or self._is_excluded(directory, "/")
        )

    def _is_excluded(self, path: Path, ending: str) -> bool:
        as_mypy_sees_it = path.as_posix() + ending
        return self._is_excluded_here(path, ending) or any(
            pattern.search(as_mypy_sees_it) for pattern in self._excluded_for_mypy
        )

    def _is_excluded_here(self, path: Path, ending: str) -> bool:
        """Return whether ``--exclude`` or ``[tool.jdc]`` leaves a file or directory out."""
        return self._excluded.match_file(os.path.relpath(path, self._settings.root).replace(os.sep, "/") + ending)


def cell_problems(path: str, notebook: Notebook) -> list[Unchecked]:
    """Return the cells of a notebook that Python refuses."""
    return [Unchecked(path, each.line, f"cannot be parsed: {each.reason}", partly=True) for each in notebook.problems]
