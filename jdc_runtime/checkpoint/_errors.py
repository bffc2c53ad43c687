"""The error of checkpoints."""

from __future__ import annotations

import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from typing import Final

_SHOWN: Final = 50


class CheckpointError(ValueError):
    """A tree that cannot be stored, a file that is damaged or foreign, or one that does not fit the template."""


def listing(heading: str, problems: Sequence[str]) -> CheckpointError:
    """Return one error for all problems, which are lines that start with a key path."""
    lines = [f"  {problem}" for problem in problems[:_SHOWN]]
    if len(problems) > _SHOWN:
        lines.append(f"  and {len(problems) - _SHOWN} more")
    return CheckpointError("\n".join((heading, *lines)))


def at(path: str) -> str:
    """Return a key path as messages begin with it."""
    return path or "the root"


@contextmanager
def about(path: str | os.PathLike[str]) -> Generator[None]:
    """Let the errors of a block begin with the path of the checkpoint."""
    try:
        yield
    except CheckpointError as error:
        raise CheckpointError(f'"{os.fspath(path)}": {error}') from error.__cause__
    except RecursionError as error:
        raise CheckpointError(f'"{os.fspath(path)}": the tree is nested too deeply to be read from here') from error
