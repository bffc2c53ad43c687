"""Paths as the host of a repository wants them: from its top directory."""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path


def path_in_repository(path: str) -> str:
    """Return ``path`` from the top of its repository; as it is where no repository is found.

    The top is the nearest directory with ``.git``, or, where there is none, as in a container that got the
    files alone, the workspace of GitHub Actions.
    """
    absolute = Path(os.path.abspath(path))  # noqa: PTH100 - no resolve: a link is the file that git knows
    top = repository_top(absolute.parent)
    return path if top is None else absolute.relative_to(top).as_posix()


@lru_cache(maxsize=1024)
def repository_top(directory: Path) -> Path | None:
    """Return the top of the repository that ``directory`` is in."""
    workspace = os.environ.get("GITHUB_WORKSPACE")
    above = (directory, *directory.parents)
    found = next((parent for parent in above if os.path.lexists(parent / ".git")), None)
    inside = None
    if workspace:
        real = os.path.realpath(workspace)
        inside = next((parent for parent in above if os.path.realpath(parent) == real), None)
    if inside is not None and (found is None or (inside / ".git").exists()):
        return inside  # a submodule has a .git of its own, and annotations belong to the outer repository
    return found
