"""A virtual environment for a suite: its requirements, and jdc's wheel."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from peers.suite import Suite

ROOT: Final = Path(__file__).parent.parent.parent
CONSTRAINTS: Final = ROOT / "requirements-dev.txt"
_UV: Final = str(Path(sys.executable).parent / "uv")


def prepare(suite: Suite, cache: Path, wheel: Path) -> Path:
    """Return the Python of the suite's environment, with ``wheel`` as it is now.

    The environment is kept, and made anew when the requirements have changed.

    Raises:
        subprocess.CalledProcessError: the requirements cannot be installed.
    """
    folder = cache / "environments" / f"{suite.name}-{sys.version_info.major}.{sys.version_info.minor}"
    python = folder / "bin" / "python"
    stamp = folder / "requirements"
    wanted = "\n".join([sys.version, *suite.needs, CONSTRAINTS.read_text()])
    if not stamp.exists() or stamp.read_text() != wanted:
        _uv("venv", "--clear", "--python", sys.executable, str(folder))
        _uv("pip", "install", "--python", str(python), "--constraint", str(CONSTRAINTS), *suite.needs)
        stamp.write_text(wanted)
    _uv("pip", "install", "--python", str(python), "--reinstall-package", "jax-jdc", str(wheel))
    return python


def _uv(*arguments: str) -> None:
    subprocess.run([_UV, "--quiet", *arguments], check=True)
