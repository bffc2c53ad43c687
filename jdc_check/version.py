"""Which release is running."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

DISTRIBUTION: Final = "jax-jdc"
INSTALL_COMMAND: Final = f'pip install "{DISTRIBUTION}[check]"'


def jdc_version() -> str:
    """Return the installed release, or a word that says that a source checkout is running."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0+source"
