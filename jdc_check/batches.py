"""Sources in groups that one run of mypy can take.

In one run a module name means one file. ``a/train.py`` and ``b/train.py``, both outside a package, are both
called ``train``, and each means its own neighbours when it imports; so their directories go to separate runs.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from jdc_check.layout import Source
from jdc_check.notebooks.notebook import is_notebook


@dataclass(slots=True)
class Batch:
    """The sources of one run."""

    sources: list[Source] = field(default_factory=list[Source])

    @property
    def forced_base(self) -> str | None:
        """The directory that must be told to mypy, where there is one."""
        return next((source.base for source in self.sources if source.forced), None)

    @property
    def by_module(self) -> bool:
        """Return whether the sources are modules of installed packages, named to mypy as such."""
        return any(not source.base for source in self.sources)

    def accepts(self, sources: Iterable[Source]) -> bool:
        """Return whether the sources of one directory can join without a clash of names."""
        first = next(iter(sources))
        if first.forced or not first.base or self.forced_base is not None or self.by_module:
            return False
        taken = {top_level(source) for source in self.sources}
        return taken.isdisjoint({top_level(source) for source in sources})


def top_level(source: Source) -> str:
    """Return the name under which the source's package, or the source itself, is imported."""
    return source.module if is_notebook(source.path) else source.module.partition(".")[0]


def make_batches(sources: Iterable[Source]) -> list[Batch]:
    """Return as few groups as it takes."""
    batches: list[Batch] = []
    for members in _units(sources):
        batch = next((batch for batch in batches if batch.accepts(members)), None)
        if batch is None:
            batch = Batch()
            batches.append(batch)
        batch.sources.extend(members)
    return batches


def _units(sources: Iterable[Source]) -> list[list[Source]]:
    """Return sources that must see each other: those of one base directory.

    ``x.py`` beside ``x/__init__.py`` has the same base and the same name: it is a unit of its own.
    """
    groups: dict[str, list[Source]] = defaultdict(list)
    alone: list[list[Source]] = []
    seen: set[tuple[str, str]] = set()
    for source in sorted(sources, key=_packages_first):
        if (source.base, source.module) in seen:
            alone.append([source])
        else:
            seen.add((source.base, source.module))
            groups[source.base].append(source)
    return [*groups.values(), *alone]


def _packages_first(source: Source) -> tuple[str, str, bool, str]:
    is_package = source.path.endswith(("__init__.py", "__init__.pyi"))
    return (source.base, source.module, not is_package, source.path)
