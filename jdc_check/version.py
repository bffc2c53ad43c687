"""Which release is running."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import Final

from jdc_spec.project import DISTRIBUTION

INSTALL_COMMAND: Final = f'pip install "{DISTRIBUTION}[check]"'


def jdc_version() -> str:
    """Return the installed release, or a word that says that a source checkout is running."""
    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0+source"
