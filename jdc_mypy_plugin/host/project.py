"""The settings of the project that mypy runs in: ``[tool.jdc]`` in pyproject.toml."""

from __future__ import annotations

import functools
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from jdc_spec.project import Project, ProjectError, read_project

if TYPE_CHECKING:
    from pathspec import GitIgnoreSpec


@functools.cache
def project() -> Project:
    """Return the settings of the project that mypy runs in; none where they make no sense, which is told once."""
    try:
        return read_project(Path.cwd())
    except (ProjectError, OSError) as error:  # a directory above may be closed
        sys.stderr.write(f"jdc_mypy_plugin: warning: {error}\n")
        return Project(Path())


def is_ignored(code: str, path: str) -> bool:
    """Return whether ``per-file-ignores`` turns a rule off in a file."""
    ignores = project().per_file_ignores
    if not ignores:
        return False
    below = _below_root(path)
    off = (pattern for pattern, codes in ignores.items() if code in codes)
    return below is not None and any(_matcher(pattern).match_file(below) for pattern in off)


@functools.cache
def _matcher(pattern: str) -> GitIgnoreSpec:
    from pathspec import GitIgnoreSpec  # noqa: PLC0415 - few projects need it; mypy depends on it

    return GitIgnoreSpec.from_lines([pattern])


@functools.cache
def _below_root(path: str) -> str | None:
    whole = Path(path).absolute()
    return whole.relative_to(project().root).as_posix() if whole.is_relative_to(project().root) else None
