"""The files of a project as they are now, and the texts beside them that only an editor has."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from mypy.modulefinder import BuildSource

from jdc_check.discover import SKIPPED_DIRECTORIES, SUFFIXES, Discovery
from jdc_check.layout import Layout, Source, shown
from jdc_check.live.absolute_paths import absolute
from jdc_check.notebooks.notebook import is_notebook
from jdc_check.settings import Settings


class Found(NamedTuple):
    """The files that there are, by absolute path."""

    files: Mapping[str, Source]
    """The files that a check of everything on disk would look at."""
    visitors: Mapping[str, Source]
    """The files that an editor has open besides: notebooks, where others do not count, and files never saved."""


def find_sources(settings: Settings, layout: Layout, opened: Collection[str]) -> Found:
    """Look which files there are; what an editor has open counts where it would be checked, if it were saved."""
    discovery = Discovery(replace(settings, notebooks=True), layout)
    discovery.run()
    sources = {absolute(source.path): source for source in discovery.sources}
    files = {path: source for path, source in sources.items() if settings.notebooks or not is_notebook(path)}
    visitors = {path: source for path, source in sources.items() if path in opened and path not in files}
    for path in opened:
        if path not in sources and not Path(path).exists() and _would_be_checked(path):
            visitors[path] = layout.source(shown(path))
    return Found(files, visitors)


def _would_be_checked(path: str) -> bool:
    """Return whether a file that is not there yet would be one of the project."""
    relative = Path(shown(path))
    if relative.is_absolute() or relative.suffix not in SUFFIXES:
        return False
    return not any(part.startswith(".") or part in SKIPPED_DIRECTORIES for part in relative.parts)


def build_source(source: Source) -> BuildSource:
    """Return the module that a file is, for mypy."""
    return BuildSource(absolute(source.path), source.module, None, source.base or None)
