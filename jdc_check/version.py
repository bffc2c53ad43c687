"""Which release is running."""

from __future__ import annotations

from contextlib import suppress
from importlib.metadata import PackageNotFoundError, version
from typing import Final

from jdc_spec.project import DISTRIBUTION

WITHOUT_JAX: Final = f"{DISTRIBUTION}-check"
"""The distribution that holds what checks and nothing else."""
INSTALL_COMMAND: Final = f'pip install "{DISTRIBUTION}[check]"'


def jdc_version() -> str:
    """Return the installed release, or a word that says that a source checkout is running."""
    for name in (DISTRIBUTION, WITHOUT_JAX):
        with suppress(PackageNotFoundError):
            return version(name)
    return "0+source"
