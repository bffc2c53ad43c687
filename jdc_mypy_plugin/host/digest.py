"""A digest of the plugin's source, so that mypy's cache is dropped when any file of it changes.

mypy hashes only a plugin package's ``__init__.py``.
"""

from __future__ import annotations

import base64
import functools
import hashlib
import os
from collections.abc import Iterator
from importlib.util import find_spec
from typing import Final

_PACKAGES: Final = ("jdc_mypy_plugin", "jdc_operations", "jdc_spec")
_RECORDED: Final = tuple(f"{package}/".encode() for package in _PACKAGES)
_OWN_ENTRY: Final = b"jdc_mypy_plugin/host/digest.py,sha256="


@functools.cache
def source_digest() -> str:
    """Return a hash over every Python file of the plugin, of the rules of operations and of the vocabulary."""
    digest = hashlib.sha256()
    for line in sorted(_record() or _sources()):
        digest.update(line)
    return digest.hexdigest()


def _record() -> list[bytes]:
    """Return the paths and hashes that the installer recorded, which is quicker than to read the files themselves.

    Empty where the plugin runs from its sources
    (https://packaging.python.org/en/latest/specifications/recording-installed-packages/).
    """
    above = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))  # noqa: PTH100, PTH120
    names = (entry.name for entry in os.scandir(above))
    found = [name for name in names if name.startswith("jax_jdc") and name.endswith(".dist-info")]
    if len(found) != 1:
        return []
    try:
        with open(os.path.join(above, found[0], "RECORD"), "rb") as record:  # noqa: PTH118, PTH123
            lines = [line for line in record.read().splitlines() if line.startswith(_RECORDED) and b".py,sha" in line]
    except OSError:
        return []
    return lines if any(line.startswith(_OWN_ENTRY) for line in lines) else []


def _sources() -> Iterator[bytes]:
    """Yield what an installer would record of the files, so that the same plugin has the same digest there."""
    for root in (root for package in _PACKAGES for root in _folders(package)):
        above = len(os.path.dirname(root)) + 1  # noqa: PTH120
        for file in _python_files(root):
            with open(file, "rb", buffering=0) as source:  # noqa: PTH123 - with pathlib it takes three times as long
                content = source.read()
            hashed = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            path = file[above:].replace(os.sep, "/").encode()
            yield b"%s,sha256=%s,%d" % (path, hashed, len(content))


def _folders(package: str) -> list[str]:
    """Return where a package lies, without importing it."""
    spec = find_spec(package)
    return [] if spec is None else list(spec.submodule_search_locations or ())


def _python_files(folder: str) -> Iterator[str]:
    for entry in os.scandir(folder):
        if entry.name.endswith(".py"):
            yield entry.path
        elif entry.name != "__pycache__" and entry.is_dir():
            yield from _python_files(entry.path)
