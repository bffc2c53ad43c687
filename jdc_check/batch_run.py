"""mypy on one batch, again and again until it gets through.

mypy gives up on everything at the first file that it cannot read. Here that file, and only that file, is
left out and told.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path
from typing import Any, Final

from jdc_check.batches import Batch
from jdc_check.blockers import STOPPED, Blocker, find_blocker
from jdc_check.columns import character_range
from jdc_check.errors import InternalError
from jdc_check.findings import Finding, Unchecked
from jdc_check.layout import Layout, shown
from jdc_check.mypy_process import Invocation, Output, run_mypy
from jdc_check.settings import Settings
from jdc_check.sourcefile import source_file
from jdc_spec.rules import BY_CODE

TWO_NAMES: Final = re.compile(r'found twice under different module names: "(?P<one>.+)" and "(?P<other>.+)"')


class BatchRun:
    """One batch on its way through mypy.

    ``unchecked`` is what could not be checked, ``split_off`` what has to go into runs of its own.
    """

    def __init__(
        self,
        batch: Batch,
        bases: Iterable[str],
        settings: Settings,
        layout: Layout,
        on_log: Callable[[str], None] | None,
    ) -> None:
        self._batch = batch
        self._bases = set(bases)
        self._settings = settings
        self._layout = layout
        self._on_log = on_log
        self._skipped: dict[str, str] = {}
        self.unchecked: list[Unchecked] = []
        self.split_off: list[Batch] = []

    def findings(self) -> list[Finding]:
        """Return the findings of every rule in this batch."""
        while self._batch.sources:
            output = run_mypy(self._invocation(), self._on_log)
            if 0 <= output.status < STOPPED:
                return [self._finding(record) for record in output.records if _is_ours(record)]
            blocker = find_blocker(output)
            if blocker is None or not blocker.is_source:
                raise InternalError(_last_words(output), "\n".join(output.text))
            self._make_way(replace(blocker, path=shown(blocker.path)), output)
        return []

    def _invocation(self) -> Invocation:
        batch, options = self._batch, self._layout.options
        own = [batch.forced_base] if batch.forced_base else []
        here = {source.base for source in batch.sources}
        others = sorted(base for base in self._bases - here if not self._layout.is_installed(base))
        return Invocation(
            executable=str(options.python_executable),
            cache_dir=self._settings.cache_dir,
            files=() if batch.by_module else [source.path for source in batch.sources],
            modules=[source.module for source in batch.sources] if batch.by_module else (),
            skipped_modules=self._skipped.values(),
            search_path=[*own, *options.mypy_path, *others],
            explicit_bases=options.explicit_package_bases or bool(batch.forced_base),
            namespace_packages=options.namespace_packages,
            debug=self._settings.debug,
        )

    def _make_way(self, blocker: Blocker, output: Output) -> None:
        """Change what the next run is given so that this blocker does not stop it."""
        names = TWO_NAMES.search(blocker.message)
        if names is not None and self._settle_names(blocker.path, names["one"], names["other"]):
            return
        if blocker.path in self._skipped:
            self._leave_out_directory(blocker)
        else:
            self._leave_out(blocker, _reason(blocker, output, self._settings.debug))

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
        base = self._layout.source(blocker.path).base
        blocked = [source for source in self._batch.sources if source.base == base]
        if not blocked and base not in self._bases:
            blocked = list(self._batch.sources)
        self._bases.discard(base)
        for source in blocked:
            self._batch.sources.remove(source)
            reason = f"{blocker.path} is in the way: {blocker.message}"
            self.unchecked.append(Unchecked(source.path, None, reason))

    def _settle_names(self, path: str, one: str, other: str) -> bool:
        """Settle what ``models/net.py``, imported as ``models.net`` and as ``net``, is called.

        First its directory gets a run of its own, where it is ``net``. If it has both names even there, it
        is ``models.net``.
        """
        base = self._layout.source(path).base
        there = [source for source in self._batch.sources if source.base == base]
        elsewhere = [source for source in self._batch.sources if source.base != base]
        levels = abs(one.count(".") - other.count("."))
        if there and elsewhere:
            self.split_off.append(Batch(there))
            self._batch = Batch(elsewhere)
        elif there and levels and not self._batch.forced_base:
            above = Path(base).parents[levels - 1]
            prefix = ".".join(Path(base).relative_to(above).parts)
            renamed = [replace(s, module=f"{prefix}.{s.module}", base=str(above), forced=True) for s in there]
            self._batch = Batch(renamed)
        elif base not in self._bases:
            return False
        self._bases.discard(base)
        return True

    def _finding(self, record: dict[str, Any]) -> Finding:
        path = self._path(record["file"])
        source = source_file(path)
        line = max(record["line"], 1)
        end_line = max(record["end_line"] or line, line)
        column, end = character_range(source, line, record["column"], end_line, record["end_column"] or 0)
        hints = tuple((record["hint"] or "").splitlines())
        return Finding(path, line, column + 1, end_line, end + 1, record["code"], record["message"], hints)

    def _path(self, printed: str) -> str:
        """Return the source that mypy means.

        For a file with the same module name and the same text as one of an earlier run, mypy repeats from
        its cache what it said then, with the path of the other file.
        """
        path = shown(printed)
        if self._batch.by_module or any(source.path == path for source in self._batch.sources):
            return path
        module = self._layout.source(path).module
        return next((source.path for source in self._batch.sources if source.module == module), path)


def _is_ours(record: dict[str, Any]) -> bool:
    return record["code"] in BY_CODE and record["severity"] == "error"


def _reason(blocker: Blocker, output: Output, debug: bool) -> str:
    if not blocker.crash:
        return blocker.message
    detail = "\n" + "\n".join(output.text) if debug else " (--debug prints the traceback)"
    return f"the analysis crashed on this file; please report it{detail}"


def _last_words(output: Output) -> str:
    said = [line for line in output.text if line.strip()]
    told = [record["message"] for record in output.records]
    return (said or told or [f"mypy stopped with exit code {output.status} and said nothing"])[-1]
