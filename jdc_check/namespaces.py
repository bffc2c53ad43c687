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

    A directory whose modules are also imported without its name is none, since its files are scripts too.
    """
    imports = [(source.base, name) for source in sources for name in _imported(source.path)]
    found: dict[str, list[Source]] = {}
    for base in {source.base for source in sources if not source.forced}:
        prefix = _dotted(base, outer)
        if prefix is None or not any(f"{name}.".startswith(f"{prefix}.") for _, name in imports):
            continue
        inside = [source for source in sources if source.base == base]
        if not _imported_as_scripts(base, inside, imports):
            found[base] = [replace(s, module=f"{prefix}.{s.module}", base=outer, forced=True) for s in inside]
    return found


def _dotted(base: str, outer: str) -> str | None:
    """Return what a directory is called from ``outer``; None where it has no name there."""
    if base == outer or not Path(base).is_relative_to(outer):
        return None
    parts = Path(base).relative_to(outer).parts
    return ".".join(parts) if all(part.isidentifier() for part in parts) else None


def _imported_as_scripts(base: str, inside: Iterable[Source], imports: Iterable[tuple[str, str]]) -> bool:
    """Return whether a module imports one of a directory as if imports started there."""
    own = {source.module.partition(".")[0] for source in inside} - sys.stdlib_module_names
    return any(name.partition(".")[0] in own and (here == base or not _has(here, name)) for here, name in imports)


def _has(directory: str, name: str) -> bool:
    """Return whether a directory has the module or the package that ``name`` starts with."""
    top = Path(directory, name.partition(".")[0])
    return top.is_dir() or top.with_suffix(".py").is_file()


def _imported(path: str) -> Iterator[str]:
    """Return the dotted names of modules that a file imports, but for relative ones."""
    return (match[1] for match in map(IMPORT.match, source_file(path).lines) if match and match[1][0] != ".")
