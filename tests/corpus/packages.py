"""The packages that are checked, and the environment that they are installed in."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).parent
REQUIREMENTS: Final = HERE / "requirements.txt"
IMPORTED: Final = "# imported"
"""The line of the requirements below which packages are installed and not checked."""
PYTHON: Final = "3.12"
_MODULES: Final = {"mujoco-mjx": "mujoco", "ott-jax": "ott"}
_UV: Final = str(Path(sys.executable).parent / "uv")


class InstallError(Exception):
    """The environment cannot be made; the message is what uv says."""


@dataclass(frozen=True)
class Package:
    """A package of the registry, and the module that it brings."""

    name: str
    version: str

    @property
    def module(self) -> str:
        """The top-level module."""
        return _MODULES.get(self.name, self.name.replace("-", "_"))


def read(requirements: str) -> list[Package]:
    """Return the packages that are checked, in the order of the file."""
    lines = requirements.partition(IMPORTED)[0].splitlines()
    pins = (line.split("==") for line in lines if line and not line.startswith("#"))
    return [Package(name, version) for name, version in pins]


def prepare(cache: Path) -> Path:
    """Return the Python of the environment, which is made anew when the requirements have changed.

    Raises:
        InstallError: Python 3.12 is not there, or something cannot be installed.
    """
    folder = cache / "environment"
    stamp, wanted = folder / "requirements", REQUIREMENTS.read_text()
    if not stamp.exists() or stamp.read_text() != wanted:
        _uv("venv", "--clear", "--python", PYTHON, str(folder))
        python = str(folder / "bin" / "python")
        _uv("pip", "install", "--no-deps", "--python", python, "--requirement", str(REQUIREMENTS))
        stamp.write_text(wanted)
    return folder / "bin" / "python"


def _uv(*arguments: str) -> None:
    pyenv = Path(os.environ.get("PYENV_ROOT", Path.home() / ".pyenv"), "versions")
    path = os.pathsep.join([os.environ["PATH"], *map(str, sorted(pyenv.glob(f"{PYTHON}.*/bin")))])
    run = subprocess.run(
        [_UV, "--quiet", *arguments],
        env={**os.environ, "PATH": path, "UV_PYTHON_DOWNLOADS": "never"},
        capture_output=True,
        text=True,
        check=False,
    )
    if run.returncode != 0:
        raise InstallError(f"uv {' '.join(arguments[:2])}: {' '.join(run.stderr.split())}")
