"""The Python files of the project that a module belongs to, those that mypy is not given too."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple

from .sources import SOURCES

_REPOSITORY: Final = ".git"
_AT_THE_TOP: Final = ("pyproject.toml", "setup.py", "setup.cfg", "mypy.ini", ".mypy.ini", "tox.ini")
"""Files of which a project has one in its folder, where it is in no repository."""
_NOT_ITS_OWN: Final = frozenset(("__pycache__", "build", "dist", "node_modules", "site-packages"))
_ENVIRONMENT: Final = "pyvenv.cfg"
_ENDINGS: Final = (".py", ".pyi")
_MOST: Final = 3_000
"""Files of Python beyond which a project is not read."""
_MOST_ENTRIES: Final = 50_000
"""Files and folders of any kind beyond which it is not."""


class ProjectFile(NamedTuple):
    """A file with its text, and the name under which others of the project import it."""

    path: str
    module: str
    text: str


class Projects:
    """The projects that have been read, each once in a run; in a daemon since a module was last parsed."""

    def __init__(self) -> None:
        self._read: dict[tuple[Path, Path], Mapping[str, ProjectFile] | None] = {}
        """By the folder where their imports start and the folder at the top."""
        self._texts: dict[Path, Mapping[str, str] | None] = {}
        """The texts of the files by path, by the folder at the top."""
        self._states: dict[Path, str | None] = {}
        """A digest that is another one once a file has changed, by the folder at the top."""

    def clear(self) -> None:
        """Forget all of them."""
        self._read.clear()
        self._texts.clear()
        self._states.clear()

    def of(self, file: str, module: str, *, is_package: bool) -> Mapping[str, ProjectFile] | None:
        """Return the files of the project of a module, or a package, by path; None where they are too many to read.

        A file that is not there is of no project: mypy's cache may be of a project that has moved.
        """
        path = Path(place_of(file))
        key = _folders(path, module, is_package=is_package)
        if key not in self._read:
            texts = self._texts_below(key[1])
            self._read[key] = None if texts is None else _files(texts, *key)
        files = self._read[key]
        return None if files is None or str(path) not in files else files

    def state(self, file: str, module: str, *, is_package: bool) -> str | None:
        """Return what stays the same until a file of the project changes; None where that is not known."""
        return self._state(_folders(Path(place_of(file)), module, is_package=is_package)[1])

    def _state(self, top: Path) -> str | None:
        if top not in self._states:
            paths = None if SOURCES.are_shadowed else _python_files(str(top))
            self._states[top] = None if paths is None else _state_of(paths)
        return self._states[top]

    def _texts_below(self, top: Path) -> Mapping[str, str] | None:
        if top not in self._texts:
            self._state(top)  # not later: a file may change meanwhile
            paths = _python_files(str(top))
            self._texts[top] = None if paths is None else {each: SOURCES.text(each) for each in paths}
        return self._texts[top]


PROJECTS: Final = Projects()


def place_of(file: str) -> str:
    """Return the absolute path of a file, as `Projects` has it."""
    return os.path.abspath(file)  # noqa: PTH100 - which leaves out ".." but follows no symbolic link


def _folders(path: Path, module: str, *, is_package: bool) -> tuple[Path, Path]:
    """Return the folder where the imports of a project start, and the one at its top."""
    above = path.parent.parent if is_package else path.parent
    for _ in range(module.count(".")):
        above = above.parent
    return above, _top(above)


def _state_of(paths: Sequence[str]) -> str | None:
    try:
        seen = [(path, found.st_mtime_ns, found.st_size) for path in paths for found in [os.stat(path)]]  # noqa: PTH116
    except OSError:
        return None
    return hashlib.sha256(repr(seen).encode()).hexdigest()[:24]


def _top(above: Path) -> Path:
    """Return the repository that a folder is in, or else the nearest folder of a project."""
    folders = (above, *above.parents)
    repository = next((each for each in folders if (each / _REPOSITORY).exists()), None)
    nearest = (each for each in folders if any((each / name).exists() for name in _AT_THE_TOP))
    return repository or next(nearest, above)


def _files(texts: Mapping[str, str], above: Path, top: Path) -> Mapping[str, ProjectFile]:
    return {path: ProjectFile(path, _name(Path(path), above, top), text) for path, text in texts.items()}


def _python_files(top: str) -> list[str] | None:
    """Return the files below a folder; None where it has more than anybody wants to wait for."""
    waiting, found, seen = [top], list[str](), 0
    while waiting:
        try:
            entries = sorted(os.scandir(waiting.pop()), key=lambda entry: entry.name)
        except OSError:
            continue
        if any(entry.name == _ENVIRONMENT for entry in entries):
            continue
        found += (entry.path for entry in entries if entry.name.endswith(_ENDINGS))
        waiting += (entry.path for entry in entries if _is_its_own(entry))
        seen += len(entries)
        if len(found) > _MOST or seen > _MOST_ENTRIES:
            return None
    return found


def _is_its_own(entry: os.DirEntry[str]) -> bool:
    if entry.name.startswith(".") or entry.name in _NOT_ITS_OWN or "." in entry.name:
        return False
    return entry.is_dir(follow_symlinks=False)


def _name(path: Path, above: Path, top: Path) -> str:
    """Return the name of the module in a file; ``above`` is where the imports of the project start."""
    start = above if path.is_relative_to(above) else top
    parts = path.relative_to(start).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
