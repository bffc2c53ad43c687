"""Modules that no rule looks into: those of JAX and NumPy themselves, and stubs.

They register no class of a program, and reading what each of them does would be most of what the plugin costs where
mypy's cache is empty.
"""

from __future__ import annotations

from typing import Final

from mypy.nodes import MypyFile

_PACKAGES: Final = ("jax.", "jaxlib.", "numpy.")
_INSTALLED: Final = ("site-packages", "dist-packages")
"""Folders of libraries, which are not followed."""


def is_foundation(module: MypyFile) -> bool:
    """Return whether a module is a stub or belongs to JAX or NumPy."""
    return module.is_stub or module.fullname.startswith(_PACKAGES)


def is_foundation_path(fullname: str, path: str) -> bool:
    """Return whether a module that has not been read is one, by its name and its file."""
    return path.endswith(".pyi") or f"{fullname}.".startswith(_PACKAGES)


def is_installed(module: MypyFile) -> bool:
    """Return whether a module lies in a folder of libraries."""
    return any(part in module.path for part in _INSTALLED)
