"""A digest of the plugin's source, so that mypy's cache is dropped when any file of it changes.

mypy hashes only a plugin package's ``__init__.py``.
"""

from __future__ import annotations

import functools
import hashlib
from pathlib import Path

import jdc_spec


@functools.cache
def source_digest() -> str:
    """Return a hash over every Python file of the plugin and of the vocabulary."""
    digest = hashlib.sha256()
    for package in (Path(__file__).parents[1], Path(jdc_spec.__file__).parent):
        for file in sorted(package.rglob("*.py")):
            digest.update(file.relative_to(package).as_posix().encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()
