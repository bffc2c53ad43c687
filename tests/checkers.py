"""Run the type checkers that are installed beside this Python, on copies of files away from the source tree."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Final, NamedTuple

from filelock import FileLock

if TYPE_CHECKING:
    from collections.abc import Iterable

BIN: Final = Path(sys.executable).parent
TARGETS: Final = ("3.12", "3.13")
"""The Python versions that checkers assume: from 3.13 on a dataclass has ``__replace__``."""

_MYPY: Final = (
    "--strict",
    # jax has functions without annotations, and the cases leave out what is not their point
    "--allow-untyped-calls",
    "--allow-untyped-defs",
    "--allow-any-generics",
    "--python-version={target}",
    "--no-error-summary",
    "--hide-error-context",
    f"--python-executable={sys.executable}",
)

COMMANDS: Final = {
    "mypy": ("mypy", *_MYPY, "--cache-dir={cache}/mypy"),
    "mypy + plugin": ("mypy", *_MYPY, "--config-file=plugin.ini", "--cache-dir={cache}/plugin"),
    "pyright": ("pyright", f"--pythonpath={sys.executable}", "--pythonversion={target}"),
    "basedpyright": ("basedpyright", f"--pythonpath={sys.executable}", "--pythonversion={target}"),
    "pyrefly": (
        "pyrefly",
        "check",
        f"--python-interpreter-path={sys.executable}",
        "--python-version={target}",
        "--output-format=min-text",
    ),
    "ty": ("ty", "check", f"--python={sys.prefix}", "--python-version={target}", "--output-format=concise"),
    "zuban": ("zuban", "check", f"--python-executable={sys.executable}", "--python-version={target}"),
}
CHECKERS: Final = tuple(COMMANDS)

_SETTINGS: Final = {
    "plugin.ini": "[mypy]\nplugins = jdc_mypy_plugin\n",
    "pyrightconfig.json": '{"typeCheckingMode": "standard"}\n',
    "pyrefly.toml": 'preset = "default"\n',
}
_DIAGNOSTIC: Final = re.compile(r"(?P<file>[\w.-]+\.pyi?):(?P<line>\d+)(?P<rest>.*)")


class Diagnostic(NamedTuple):
    """One thing that a checker reports."""

    file: str
    line: int
    text: str


def version(checker: str) -> str:
    """Return the installed version of a checker."""
    return metadata.version(checker.partition(" ")[0])


def check(checker: str, files: Iterable[Path], folder: Path, target: str = TARGETS[-1]) -> list[Diagnostic]:
    """Run one checker over copies of ``files`` in ``folder``, for one version of Python.

    Raises:
        RuntimeError: the checker did not run to its end.
    """
    names = [Path(shutil.copy(file, folder)).name for file in files]
    for name, text in _SETTINGS.items():
        (folder / name).write_text(text)
    program, *arguments = COMMANDS[checker]
    cache = _cache(target)
    with FileLock(cache / "lock") if program == "mypy" else contextlib.nullcontext():
        done = subprocess.run(
            [BIN / program, *(argument.format(target=target, cache=cache) for argument in arguments), *names],
            cwd=folder,
            env=environment(),
            capture_output=True,
            text=True,
            check=False,
        )
    if done.returncode not in (0, 1):
        raise RuntimeError(f"{checker} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    found = [match for line in done.stdout.splitlines() if (match := _DIAGNOSTIC.search(line))]
    if done.returncode and not found:
        raise RuntimeError(f"{checker} reported nothing readable:\n{done.stdout}\n{done.stderr}")
    return [
        Diagnostic(match["file"], int(match["line"]), match["rest"].lstrip(":- "))
        for match in found
        if ": note: " not in match["rest"]
    ]


def _cache(target: str) -> Path:
    """Return a folder for mypy's caches, kept between runs, so that jax is analysed once."""
    checkout = hashlib.sha256(sys.prefix.encode()).hexdigest()[:8]
    folder = Path(tempfile.gettempdir()) / f"jdc-checkers-{os.getuid()}-{checkout}-{target}"
    folder.mkdir(exist_ok=True)
    return folder


def environment() -> dict[str, str]:
    """Return an environment in which only what is installed can be imported."""
    kept = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "MYPYPATH")}
    return {**kept, "PATH": os.pathsep.join([str(BIN), kept.get("PATH", "")]), "LC_ALL": "C"}
