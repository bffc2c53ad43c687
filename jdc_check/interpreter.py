"""The interpreter whose installed packages the checked code imports."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from shutil import which
from typing import Final

from jdc_check.errors import UsageError

PROBE: Final = """
import sys
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.util import find_spec
print(find_spec("jax") is not None)
"""


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python executable, and whether the analysis will find jax there."""

    executable: str
    has_jax: bool


def find_interpreter(chosen: str | None, root: Path) -> Interpreter:
    """Return the interpreter to look up imports in.

    In this order: ``chosen``, the active virtual or conda environment, ``.venv`` of the project, the
    interpreter that runs jdc.

    Raises:
        UsageError: ``chosen`` is not a Python interpreter.

    """
    if chosen is not None:
        executable = which(chosen)
        if executable is None:
            raise UsageError(f"--python-executable: there is no program {chosen}")
        return _probe(executable)
    return _probe(next(_environments(root), sys.executable))


def _environments(root: Path) -> Iterator[str]:
    named = [os.environ.get("VIRTUAL_ENV"), os.environ.get("CONDA_PREFIX"), str(root / ".venv")]
    for prefix in filter(None, named):
        executable = which("python", path=str(Path(prefix, "bin"))) or which("python", path=prefix)
        if executable is not None:
            yield executable


def _probe(executable: str) -> Interpreter:
    try:
        answer = subprocess.run(  # noqa: S603 - the user's own interpreter
            [executable, "-c", PROBE], capture_output=True, text=True, check=True, timeout=60
        ).stdout.strip()
    except (OSError, subprocess.SubprocessError) as error:
        raise UsageError(f"{executable} does not run as a Python interpreter: {error}") from error
    if answer not in {"True", "False"}:
        raise UsageError(f"{executable} does not run as a Python interpreter")
    return Interpreter(executable, answer == "True")
