"""The process that each file of a project is analysed in.

In one run of mypy a module name means one file, so that a project may need several processes (`jdc_check.batches`).
Files are divided among them when all begin. A file that comes later joins the process that has the files beside it;
where there is none, or where a file is another module now, all have to begin anew.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from jdc_check.batches import make_batches
from jdc_check.layout import Source
from jdc_check.live.absolute_paths import absolute


class Homes:
    """The number of the process of each file, by absolute path. Every process of a project comes to the same ones."""

    def __init__(self, sources: Iterable[Source] = (), runs: Sequence[Iterable[Source]] = ()) -> None:
        """Take all files of the project, and those that each process has."""
        self._known = {absolute(source.path): _name(source) for source in sources}
        self._bases = {source.base for run in runs for source in run}
        self._numbers = {absolute(source.path): number for number, run in enumerate(runs) for source in run}

    def settle(self, sources: Mapping[str, Source]) -> set[str]:
        """Take the files that there are now; return those for which there is no process."""
        self._numbers = {path: number for path, number in self._numbers.items() if path in sources}
        self._known = {path: name for path, name in self._known.items() if path in sources}
        homeless: set[str] = set()
        for batch in make_batches(sources.values()):
            members = {absolute(source.path): source for source in batch.sources}
            homes = {self._numbers[path] for path in members if path in self._numbers}
            for path, source in members.items():
                stays = path not in self._known or self.knows(source)
                if path not in self._numbers and stays and len(homes) == 1 and source.base in self._bases:
                    self._numbers[path] = min(homes)
                elif path not in self._numbers or not stays:
                    homeless.add(path)
                self._known[path] = _name(source)
        return homeless

    def knows(self, source: Source) -> bool:
        """Return whether a file is the module that it was."""
        return self._known.get(absolute(source.path)) == _name(source)

    def visited(self, sources: Mapping[str, Source], visitors: Mapping[str, Source]) -> dict[str, int]:
        """Return the processes of texts that only an editor has; those that would clash with others have none."""
        found: dict[str, int] = {}
        for batch in make_batches({**sources, **visitors}.values()):
            members = {absolute(source.path): source for source in batch.sources}
            homes = {self._numbers[path] for path in members if path in self._numbers}
            if homes or not self._numbers:
                found.update(dict.fromkeys(members.keys() & visitors.keys(), min(homes, default=0)))
        return found

    def members(self, number: int) -> list[str]:
        """Return the files of one process."""
        return [path for path, home in self._numbers.items() if home == number]

    def number(self, path: str) -> int | None:
        """Return the process of a file; None where it has none."""
        return self._numbers.get(path)


def _name(source: Source) -> str:
    return f"{source.module} {source.base}"
