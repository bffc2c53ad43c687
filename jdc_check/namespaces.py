"""Directories without ``__init__.py`` that a program imports from by their dotted names.

mypy calls ``src/core/box.py`` "box" where it is given the file, and "src.core.box" where a module imports that.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Final

from jdc_check.layout import Source
from jdc_check.sourcefile import source_file

IMPORT: Final = re.compile(r"^[ \t]*(?:from|import)[ \t]+([\w.]+)")


def renamed(sources: Sequence[Source], outer: str) -> dict[str, list[Source]]:
    """Return the sources of each directory below ``outer`` that is a package to the program, by their dotted names.

    A directory from which imports start too, or one above it, is none, since its files are scripts as well.
    """
    imports = [(source.base, name) for source in sources for name in _imported(source.path)]
    tops = {(base, name.partition(".")[0]) for base, name in imports}
    tops = {(base, top) for base, top in tops if top not in sys.stdlib_module_names}
    found: dict[str, list[Source]] = {}
    for base in {source.base for source in sources if not source.forced}:
        prefix = _dotted(base, outer)
        if prefix is None or not any(f"{name}.".startswith(f"{prefix}.") for _, name in imports):
            continue
        if not any(_imports_start_from(above, tops) for above in _up_to(base, outer)):
            inside = [source for source in sources if source.base == base]
            found[base] = [replace(s, module=f"{prefix}.{s.module}", base=outer, forced=True) for s in inside]
    return found


def _dotted(base: str, outer: str) -> str | None:
    """Return what a directory is called from ``outer``; None where it has no name there."""
    if base == outer or not Path(base).is_relative_to(outer):
        return None
    parts = Path(base).relative_to(outer).parts
    return ".".join(parts) if all(part.isidentifier() for part in parts) else None


def _up_to(base: str, outer: str) -> Iterator[str]:
    """Return a directory and those above it, without ``outer``."""
    directory = Path(base)
    while directory != Path(outer):
        yield str(directory)
        directory = directory.parent


def _imports_start_from(directory: str, tops: Iterable[tuple[str, str]]) -> bool:
    """Return whether a module imports something of a directory, or of one below it, as if imports started there."""
    return any(_has(directory, top) and (here == directory or not _has(here, top)) for here, top in tops)


def _has(directory: str, name: str) -> bool:
    """Return whether a directory has a module, or a directory, of that name."""
    path = Path(directory, name)
    return path.is_dir() or path.with_suffix(".py").is_file()


def _imported(path: str) -> Iterator[str]:
    """Return the dotted names of modules that a file imports, but for relative ones."""
    return (match[1] for match in map(IMPORT.match, source_file(path).lines) if match and match[1][0] != ".")
