"""Conditions that must hold of every run of mypy with the plugin."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from .session import CrashError, Files, Findings, Session
from .shrinking import shrunk

SLOW: Final = 10.0
"""Seconds that one module may take, on a machine that does other things too."""
IN_PLUGIN: Final = re.compile(r'File ".*?(jdc_\w+/[\w/]+\.py)", line (\d+)')


@dataclass(frozen=True)
class Problem:
    """A defect, and the modules that show it."""

    kind: str
    files: Files
    detail: str


@dataclass
class Oracle:
    """A session with the plugin, and one without it, which says what is mypy's own."""

    session: Session
    plain: Session

    def problems(self, files: Files) -> Iterator[Problem]:
        """Check the modules from nothing and after an edit, and yield the defects of the plugin that this shows."""
        left = dict(files)
        while left:
            try:
                yield from self._problems(left)
            except CrashError as error:
                culprits = _parts(left, error.file) or self._culprits(left)
                if self._is_crash_of_plugin(culprits, error):
                    yield Problem(_place(error), culprits, str(error))
                for name in culprits:
                    del left[name]
            else:
                return

    def told(self, problem: Problem) -> str:
        """Return a report of the problem, with programs that are as short as a minute makes them."""

        def shows(files: Files) -> bool:
            return any(found.kind == problem.kind for found in self.problems(files))

        small = shrunk(problem.files, shows, seconds=60)
        detail = next((found.detail for found in self.problems(small) if found.kind == problem.kind), problem.detail)
        return "\n".join([problem.kind, detail, *(f"--- {name}\n{text}" for name, text in small.items())])

    def _problems(self, files: Files) -> Iterator[Problem]:
        cold = self.session.check(files)
        slow = {name: seconds for name, seconds in self.session.seconds.items() if seconds > SLOW}
        for name, seconds in slow.items():
            self.plain.check(_parts(files, name))
            if seconds > 3 * self.plain.seconds[name]:
                yield Problem("slow", _parts(files, name), f"{name}: {seconds:.1f} s")
        for name, found in cold.items():
            last = files[name].count("\n") + 4  # what the session adds
            outside = [text for line, text in found if "[jdc-" in text and not 0 < line <= last]
            if outside:
                yield Problem("outside", _parts(files, name), "; ".join(outside))
        warm = self.session.check(files, edited="use_")
        for name in files:
            if cold[name] != warm[name] and not self._is_forgetful(files, name):
                yield Problem("forgetful", _parts(files, name), _difference(cold, warm, name))

    def _culprits(self, files: Files) -> Files:
        """Find one module, with those that go with it, on which mypy fails."""
        parts = [_parts(files, name) for name in files if not name.startswith("use_")]
        while len(parts) > 1:
            half = parts[: len(parts) // 2]
            try:
                self.session.check({name: text for part in half for name, text in part.items()})
            except CrashError:
                parts = half
            else:
                parts = parts[len(parts) // 2 :]
        return parts[0]

    def _is_forgetful(self, files: Files, name: str) -> bool:
        """Return whether plain mypy, too, says other things when it knows a module from its cache."""
        parts = _parts(files, name)
        try:
            return self.plain.check(parts)[name] != self.plain.check(parts, edited="use_")[name]
        except CrashError:
            return True

    def _is_crash_of_plugin(self, files: Files, error: CrashError) -> bool:
        if "INTERNAL ERROR" not in str(error) and "Traceback" not in str(error):
            return False  # the module is one that mypy does not read
        try:
            self.plain.check(files)
        except CrashError:
            return False
        return True


def _parts(files: Files, name: str) -> Files:
    """Return a module with the one that it uses and the one that uses it."""
    return {other: text for other, text in files.items() if other.removeprefix("use_") == name.removeprefix("use_")}


def _place(error: CrashError) -> str:
    """Return the innermost place in the plugin, by which a crash is told from others."""
    places = IN_PLUGIN.findall(str(error))
    return f"crash in {places[-1][0]}:{places[-1][1]}" if places else "crash"


def _difference(cold: Findings, warm: Findings, name: str) -> str:
    return f"only cold: {sorted(cold[name] - warm[name])}\nonly warm: {sorted(warm[name] - cold[name])}"
