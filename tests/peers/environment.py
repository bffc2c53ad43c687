"""A virtual environment for a suite: its requirements, and jdc's wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from collections.abc import Iterable

    from peers.suite import Suite

ROOT: Final = Path(__file__).parent.parent.parent
CONSTRAINTS: Final = ROOT / "requirements-dev.txt"
_UV: Final = str(Path(sys.executable).parent / "uv")


class InstallError(Exception):
    """The environment of a suite cannot be made; the message is what uv says."""


def prepare(suite: Suite, cache: Path, wheel: Path) -> Path:
    """Return the Python of the suite's environment, with ``wheel`` as it is now.

    The environment is kept, and made anew when the requirements have changed.

    Raises:
        InstallError: the requirements cannot be installed.
    """
    folder = cache / "environments" / f"{suite.name}-{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    stamp = folder / "requirements"
    others = constraints(suite.needs, CONSTRAINTS.read_text())
    wanted = "\n".join([sys.version, *suite.needs, others])
    if not stamp.exists() or stamp.read_text() != wanted:
        _uv("venv", "--clear", "--python", sys.executable, str(folder))
        file = folder / "constraints.txt"
        file.write_text(others)
        _uv("pip", "install", "--python", str(python), "--constraint", str(file), *suite.needs)
        stamp.write_text(wanted)
    _uv("pip", "install", "--python", str(python), "--reinstall-package", "jax-jdc", str(wheel))
    return python


def constraints(needs: Iterable[str], development: str) -> str:
    """Return the versions of this project's own tests for what a suite does not pin itself."""
    pinned = {need.partition("==")[0] for need in needs if "==" in need}
    return "".join(line for line in development.splitlines(keepends=True) if line.partition("==")[0] not in pinned)


def _uv(*arguments: str) -> None:
    run = subprocess.run([_UV, "--quiet", *arguments], capture_output=True, text=True, check=False)
    if run.returncode != 0:
        raise InstallError(f"uv {' '.join(arguments[:2])}: {' '.join(run.stderr.split())}")
