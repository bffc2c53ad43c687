"""Why mypy stopped: the one file that kept it from checking all the others."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Final

from jdc_check.mypy_process import Output
from jdc_check.notebooks.notebook import SUFFIX

STOPPED: Final = 2
TEXT: Final = re.compile(r"^(?P<path>.+?\.(?:pyi?|ipynb))(?::(?P<line>\d+))?: error: (?P<message>.*)$")
TWO_NAMES: Final = re.compile(r'found twice under different module names: "(.+)" and "(.+)"')
HIDES: Final = "shadows library module"
CRASH: Final = "INTERNAL ERROR"


@dataclass(frozen=True, slots=True)
class Blocker:
    """A file that stops the run."""

    path: str
    line: int | None
    message: str
    crash: bool = False

    @property
    def is_source(self) -> bool:
        """Return whether leaving this file out can help. A broken configuration, for one, stays broken."""
        return self.path.endswith((".py", ".pyi", SUFFIX)) or self.names is not None

    @property
    def hides_library(self) -> bool:
        """Return whether the file would hide a module of Python, where imports start from its directory."""
        return HIDES in self.message

    @property
    def names(self) -> tuple[str, str] | None:
        """The two module names that mypy has for the file, or for a directory without ``__init__.py``."""
        found = TWO_NAMES.search(self.message)
        return None if found is None else (found[1], found[2])


def find_blocker(output: Output) -> Blocker | None:
    """Return the file at fault in a run that stopped; None where the output does not name one."""
    in_text = _in_text(output.text)
    if in_text is not None and in_text.crash:
        return in_text
    errors = [record for record in output.records if record["severity"] == "error"]
    if not errors:
        return in_text
    # The error that stops mypy has no code of its own, and other files may have had their say before and after it.
    blocking = [record for record in errors if record["code"] in (None, "syntax")] or errors
    path = blocking[-1]["file"]
    first = next(record for record in blocking if record["file"] == path)
    line = first["line"] if first["line"] > 0 else None
    message = "".join(char if char.isprintable() else repr(char)[1:-1] for char in first["message"])
    return Blocker(path, line, f"cannot be parsed: {message}" if first["code"] == "syntax" else message)


def _in_text(lines: list[str]) -> Blocker | None:
    found = None
    for match in filter(None, map(TEXT.match, lines)):
        line = int(match["line"]) if match["line"] else None
        crash = match["message"].startswith(CRASH)
        candidate = Blocker(match["path"], line, match["message"], crash)
        if crash:
            return candidate
        found = found or candidate
    return found
