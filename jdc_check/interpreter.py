"""The interpreter whose installed packages the checked code imports."""

from __future__ import annotations

import os
import re
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
print("%d.%d" % sys.version_info[:2])
if sys.version_info < (3, 9):
    sys.exit()
sys.path[:] = [entry for entry in sys.path if entry]
from importlib.util import find_spec
print(find_spec("jax") is not None)
"""


VERSION: Final = re.compile(r"\d+\.\d+")


@dataclass(frozen=True, slots=True)
class Interpreter:
    """A Python executable, and whether the analysis will find jax there."""

    executable: str
    has_jax: bool


def find_executable(chosen: str | None, root: Path) -> str:
    """Return the interpreter to look up imports in.

    In this order: ``chosen``, the active virtual or conda environment, ``.venv`` of the project, the
    interpreter that runs jdc.

    Raises:
        UsageError: ``chosen`` is not there.

    """
    if chosen is None:
        return next(_environments(root), sys.executable)
    executable = which(chosen)
    if executable is None:
        raise UsageError(f"--python-executable: there is no program {chosen}")
    return executable


def _environments(root: Path) -> Iterator[str]:
    named = [os.environ.get("VIRTUAL_ENV"), os.environ.get("CONDA_PREFIX"), str(root / ".venv")]
    for prefix in filter(None, named):
        executable = which("python", path=str(Path(prefix, "bin"))) or which("python", path=prefix)
        if executable is not None:
            yield executable


def probe(executable: str) -> Interpreter:
    """Return an interpreter that has said what it is.

    Raises:
        UsageError: it is not a Python interpreter.

    """
    match _answer(executable):
        case [_, "True" | "False" as has_jax]:
            return Interpreter(executable, has_jax == "True")
        case [version] if VERSION.fullmatch(version):
            raise UsageError(f"{executable} is Python {version}; the packages of 3.9 and newer can be read")
        case _:
            raise UsageError(f"{executable} does not run as a Python interpreter")


def _answer(executable: str) -> list[str]:
    try:
        done = subprocess.run(  # noqa: S603 - the user's own interpreter
            [executable, "-c", PROBE], capture_output=True, text=True, errors="replace", check=False, timeout=60
        )
    except (OSError, subprocess.SubprocessError) as error:
        reason = f"no answer within {error.timeout:.0f} s" if isinstance(error, subprocess.TimeoutExpired) else error
        raise UsageError(f"{executable} does not run as a Python interpreter: {reason}") from error
    return done.stdout.split()
