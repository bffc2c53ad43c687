"""The Python files of the project that a module belongs to, those that mypy is not given too."""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Final, NamedTuple

_AT_THE_TOP: Final = ("pyproject.toml", "setup.py", "setup.cfg", "mypy.ini", ".mypy.ini", ".git", "tox.ini")
"""Files of which a project has one in its folder."""
_NOT_ITS_OWN: Final = frozenset(("__pycache__", "build", "dist", "node_modules", "site-packages"))
_ENVIRONMENT: Final = "pyvenv.cfg"
_ENDINGS: Final = (".py", ".pyi")
_MOST: Final = 3_000
"""Files of Python beyond which a project is not read."""
_MOST_ENTRIES: Final = 50_000
"""Files and folders of any kind beyond which it is not."""


class ProjectFile(NamedTuple):
    """A file, with the name under which others of the project import it."""

    path: str
    module: str


def project_files(file: str, module: str, *, is_package: bool) -> Sequence[ProjectFile] | None:
    """Return the files of the project that a module, or a package, is of; None where they are too many to be read."""
    path = Path(place_of(file))
    above = path.parent.parent if is_package else path.parent
    for _ in range(module.count(".")):
        above = above.parent
    root = next((each for each in (above, *above.parents) if _is_top(each)), above)
    found = _python_files(str(root))
    return None if found is None else [ProjectFile(each, _name(Path(each), above, root)) for each in found]


def place_of(file: str) -> str:
    """Return the absolute path of a file, as `project_files` has it."""
    return os.path.abspath(file)  # noqa: PTH100 - which leaves out ".." but follows no symbolic link


def _is_top(folder: Path) -> bool:
    return any((folder / name).exists() for name in _AT_THE_TOP)


def _python_files(root: str) -> list[str] | None:
    """Return the files below a folder; None where it has more than anybody wants to wait for."""
    waiting, found, seen = [root], list[str](), 0
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


def _name(path: Path, above: Path, root: Path) -> str:
    """Return the name of the module in a file; ``above`` is where the imports of the project start."""
    start = above if path.is_relative_to(above) else root
    parts = path.relative_to(start).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" and len(parts) > 1 else parts)
