"""mypy on one batch, again and again until it gets through.

mypy gives up on everything at the first file that it cannot read. Here that file, and only that file, is
left out and told.
"""

from __future__ import annotations

import os
import re
import signal
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from pathlib import Path
from typing import Any, Final

from jdc_check.batches import Batch
from jdc_check.blockers import STOPPED, Blocker, find_blocker
from jdc_check.cache import Cache
from jdc_check.errors import InternalError
from jdc_check.findings import Finding, Right, Unchecked
from jdc_check.layout import Layout, Source, shown
from jdc_check.mypy_process import Invocation, Output, run_mypy
from jdc_check.namespaces import renamed
from jdc_check.notebooks.notebook import is_notebook
from jdc_check.records import findings_of, mypy_errors_of, right_of
from jdc_check.source_roots import root_of_own_package
from jdc_check.sourcefile import source_file

MISSING: Final = re.compile(r'module named "(.+?)"')
RAISED: Final = re.compile(r"^[\w.]+(Error|Exception|Exit)\b")


@dataclass(frozen=True, slots=True)
class Shared:
    """The settings that all runs of one command share."""

    layout: Layout
    cache: Cache
    on_log: Callable[[str], None] | None
    debug: bool
    buffers: Mapping[str, str]
    fine_grained: bool = False


class BatchRun:
    """One batch on its way through mypy.

    ``unchecked`` is what could not be checked, ``split_off`` what has to go into runs of its own, ``packages`` the
    directories that turned out to be called by dotted names, ``missing`` the imports that mypy did not find: the
    module, and the file that imports it; ``right`` what the plugin knows to be right, and ``mypy_errors`` what mypy
    itself says.
    """

    def __init__(self, batch: Batch, bases: Iterable[str], shared: Shared) -> None:
        self._batch = batch
        roots = (root for source in batch.sources if source.base for root in shared.layout.roots(source.path))
        self._roots = list(dict.fromkeys(roots))
        self._bases = {*bases, *self._roots}
        self._layout, self._cache, self._shared = shared.layout, shared.cache, shared
        self._skipped: dict[str, str] = {}
        self._refused: set[str] = set()
        self.unchecked: list[Unchecked] = []
        self.split_off: list[Batch] = []
        self.packages: set[str] = set()
        self.missing: list[tuple[str, str]] = []
        self.right: list[Right] = []
        self.mypy_errors: list[Finding] = []

    def findings(self) -> list[Finding]:
        """Return the findings of every rule in this batch."""
        while self._batch.sources:
            with self._cache.locked():
                output = run_mypy(self.invocation(), self._shared.on_log)
            if output.status < 0:
                self._halve(-output.status)
            elif output.status >= STOPPED:
                self._get_past(output)
            elif not self._find_roots(records := self._asked(output.records)):
                self.right = list(right_of(records, self._path))
                self.mypy_errors = mypy_errors_of(records, self._path)
                return findings_of(records, self._path)
        return []

    def _asked(self, records: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
        """Return what mypy says of the sources, and not of what they import."""
        if self._batch.by_module:
            return list(records)
        asked = {source.path for source in self._batch.sources}
        return [record for record in records if self._path(record["file"]) in asked]

    def _get_past(self, output: Output) -> None:
        blocker = find_blocker(output)
        spoilt = blocker is None or not blocker.is_source or (blocker.crash and _speaks_of_cache(output))
        in_vain = self._cache.is_off if _speaks_of_cache(output) else self._cache.is_temporary
        if spoilt and not in_vain:  # the commonest reason that no file is guilty of
            self._cache.replace(_last_words(output))
        elif blocker is None or not blocker.is_source:
            raise InternalError(_last_words(output), "\n".join(output.text))
        else:
            self._make_way(replace(blocker, path=shown(blocker.path)), output)

    def _halve(self, signal_number: int) -> None:
        """Go on in two runs after mypy was killed, as by a stack overflow, and did not say by which file."""
        sources = self._batch.sources
        middle = len(sources) // 2
        if middle:
            self.split_off += [Batch(sources[:middle]), Batch(sources[middle:])]
        else:
            name = signal.Signals(signal_number).name
            reason = f"mypy ended with {name} on this file, or on one that it imports"
            self.unchecked += [Unchecked(source.path, None, reason) for source in sources]
        self._batch = Batch()

    def _find_roots(self, records: Iterable[dict[str, Any]]) -> bool:
        """Look for modules that mypy did not find beside the files that import them; return if there are new ones."""
        self.missing = [(match[1], shown(record["file"])) for record in records if (match := _missing(record))]
        found = {root for module, path in self.missing if (root := root_of_own_package(module, path)) is not None}
        here = {source.base for source in self._batch.sources}
        new = found - self._bases - here - self._refused
        self._bases |= new
        return bool(new)

    @property
    def sources(self) -> list[Source]:
        """The sources of the batch, without those that had to be left out."""
        return self._batch.sources

    def invocation(self) -> Invocation:
        """Return the arguments of the next run of mypy, or of the last after `findings`."""
        batch, options = self._batch, self._layout.options
        own = [batch.forced_base] if batch.forced_base else []
        here = {source.base for source in batch.sources if not is_notebook(source.path)}
        first = [root for root in self._roots if root in self._bases - here]
        below = tuple(f"{base}{os.sep}" for base in own)  # where mypy would start to count the names of the sources
        others = sorted(base for base in self._bases - here if not self._layout.is_installed(base))
        outer = dict.fromkeys([*first, *others])
        return Invocation(
            executable=str(options.python_executable),
            cache_dir=self._cache.directory,
            files=() if batch.by_module else [source.path for source in batch.sources],
            modules=[source.module for source in batch.sources] if batch.by_module else (),
            skipped_modules=[module for path, module in self._skipped.items() if not is_notebook(path)],
            search_path=[*own, *options.mypy_path, *(base for base in outer if not base.startswith(below))],
            explicit_bases=options.explicit_package_bases or bool(batch.forced_base),
            namespace_packages=options.namespace_packages,
            buffers={**self._shared.buffers, **self._notebooks()},
            fine_grained=self._shared.fine_grained,
        )

    def _notebooks(self) -> dict[str, str]:
        """Return the module that each notebook is."""
        paths = [source.path for source in self._batch.sources if is_notebook(source.path)]
        return {path: "\n".join((*source_file(path).lines, "")) for path in paths}

    def _make_way(self, blocker: Blocker, output: Output) -> None:
        """Change what the next run is given so that this blocker does not stop it."""
        if blocker.names is not None and self._settle_names(blocker.path, blocker.names):
            return
        if blocker.hides_library and self._takes_back_guess(str(Path(blocker.path).absolute().parent)):
            return
        if blocker.path in self._skipped or _is_directory(blocker.path):
            self._leave_out_directory(blocker)
        else:
            self._leave_out(blocker, _reason(blocker, output, self._shared.debug))

    def _leave_out(self, blocker: Blocker, reason: str) -> None:
        source = next((source for source in self._batch.sources if source.path == blocker.path), None)
        module = (source or self._layout.source(blocker.path)).module
        self._skipped[blocker.path] = module
        if source is not None:
            self._batch.sources.remove(source)
        if source is not None or not self._layout.is_installed(blocker.path):
            requested = source is not None
            self.unchecked.append(Unchecked(blocker.path, blocker.line, reason, requested))

    def _leave_out_directory(self, blocker: Blocker) -> None:
        """Leave out the directory of a file that is in the way even when it is left out itself."""
        base = self._base(blocker.path)
        blocked = [source for source in self._batch.sources if source.base == base]
        if not blocked and base not in self._bases:
            blocked = list(self._batch.sources)
        self._refuse({base})
        for source in blocked:
            self._batch.sources.remove(source)
            reason = f"{blocker.path} is in the way: {blocker.message}"
            self.unchecked.append(Unchecked(source.path, None, reason))

    def _base(self, path: str) -> str:
        """Return where the imports of a file start, or of those in a directory."""
        inside = Path(path, "module.py")
        return self._layout.source(str(inside) if _is_directory(path) else path).base

    def _settle_names(self, path: str, names: tuple[str, str]) -> bool:
        """Settle what ``models/net.py``, imported as ``models.net`` and as ``net``, is called; return if that helps.

        A directory that imports start from only by a guess gives way: a file in ``pkg/datasets`` may import a library
        called ``datasets``. Else the directory gets a run of its own, where the file is ``net``. If it has both
        names even there, it is ``models.net``.
        """
        inner, outer = sorted((_root(path, name) for name in names), key=len, reverse=True)
        starts = list(dict.fromkeys((inner if _is_directory(path) else self._base(path), inner)))
        here = {source.base for source in self._batch.sources}
        guessed = self._bases - here
        start = next((each for each in starts if each in here), None)
        if not guessed.isdisjoint(starts):
            self._refuse(guessed.intersection(starts))
        elif start is not None and len(here) > 1:
            self._split_off(start, outer)
        elif start == inner != outer and not self._batch.forced_base:
            prefix = ".".join(Path(inner).relative_to(outer).parts)
            there = self._batch.sources
            renamed = [replace(s, module=f"{prefix}.{s.module}", base=outer, forced=True) for s in there]
            self._batch = Batch(renamed)
            self._bases.discard(inner)
        elif outer in guessed:
            self._refuse({outer})
        else:
            return False
        return True

    def _takes_back_guess(self, root: str) -> bool:
        """Let imports no longer start from a directory where they did by a guess; return whether they did."""
        if root not in self._bases - {source.base for source in self._batch.sources}:
            return False
        self._refuse({root})
        return True

    def _refuse(self, roots: set[str]) -> None:
        self._bases -= roots
        self._refused |= roots

    def _split_off(self, base: str, outer: str) -> None:
        """Give the sources whose imports start from ``base`` a run of their own.

        If the program calls them by their dotted names only, they go with all others that it calls so.
        """
        sources = self._batch.sources
        packages = renamed(sources, outer)
        if base in packages:
            self.packages |= packages.keys()
            self.split_off.append(Batch(list(chain.from_iterable(packages.values()))))
        else:
            packages = {base: [source for source in sources if source.base == base]}
            self.split_off.append(Batch(packages[base]))
        self._batch = Batch([source for source in sources if source.base not in packages])
        self._bases -= packages.keys()

    def _path(self, printed: str) -> str:
        """Return the source that mypy means.

        For a file with the same module name and the same text as one of an earlier run, mypy repeats from
        its cache what it said then, with the path of the other file.
        """
        path = shown(printed)
        if self._batch.by_module or any(source.path == path for source in self._batch.sources):
            return path
        parts = Path(path).with_suffix("").parts
        dotted = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        named_so = [s for s in self._batch.sources if f".{dotted}".endswith(f".{s.module}")]
        return max(named_so, key=lambda source: len(source.module)).path if named_so else path


def _root(path: str, module: str) -> str:
    """Return the directory from which ``path`` is called ``module``."""
    directories = Path(path).absolute().parents
    level = module.count(".") + (Path(path).stem == "__init__")
    return str(directories[min(level, len(directories) - 1)])


def _reason(blocker: Blocker, output: Output, debug: bool) -> str:
    if not blocker.crash:
        return blocker.message
    detail = "\n" + "\n".join(output.text) if debug else " (--debug prints the traceback)"
    return f"the analysis crashed on this file; please report it{detail}"


def _missing(record: dict[str, Any]) -> re.Match[str] | None:
    return MISSING.search(record["message"]) if record["code"] == "import-not-found" else None


def _speaks_of_cache(output: Output) -> bool:
    return any("sqlite3" in line for line in output.text)


def _last_words(output: Output) -> str:
    said = [line for line in output.text if line.strip()]
    raised = [line for line in said if RAISED.match(line)]
    told = [record["message"] for record in output.records]
    return (raised or said or told or [f"mypy stopped with exit code {output.status} and said nothing"])[-1]


def _is_directory(path: str) -> bool:
    """Return whether a path is that of a directory; False where nobody may look."""
    try:
        return Path(path).is_dir()
    except OSError:
        return False
