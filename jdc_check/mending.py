"""``jdc check --fix`` and ``--diff``: the fixes of a report, applied to its files."""

from __future__ import annotations

import difflib
import os
import re
import shutil
import tempfile
import tokenize
from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from jdc_check.errors import UsageError
from jdc_check.findings import Edit, Finding, Fix
from jdc_check.fixes import applied, parses
from jdc_check.notebooks.mended import mended
from jdc_check.notebooks.notebook import NotebookFile, is_notebook
from jdc_check.notebooks.raw import NotebookError

_NEWLINE: Final = re.compile("\r\n|\r|\n")


@dataclass(frozen=True, slots=True)
class Mended:
    """One file before and after its fixes."""

    path: str
    encoding: str
    before: str
    after: str
    count: int
    """How many fixes were applied."""

    def diff(self) -> str:
        """Return the change as a unified diff."""
        before, after = ([f"{line}\n" for line in _NEWLINE.split(text)] for text in (self.before, self.after))
        return "".join(difflib.unified_diff(before, after, fromfile=self.path, tofile=self.path))

    def write(self) -> None:
        """Put the text in the place of the file, in one step; what a link points to is written, not the link.

        Raises:
            UsageError: the file cannot be written.

        """
        target = Path(self.path).resolve()
        try:
            handle, name = tempfile.mkstemp(prefix=f".{target.name}.", dir=target.parent)
            try:
                with os.fdopen(handle, "wb") as stream:
                    stream.write(self.after.encode(self.encoding))
                shutil.copymode(target, name)
                Path(name).replace(target)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise UsageError(f"{self.path} cannot be written: {error.strerror}") from error


def mend(findings: Iterable[Finding]) -> list[Mended]:
    """Apply the first fix of each finding, file by file; of those that overlap, the first."""
    fixes: dict[str, list[Fix]] = defaultdict(list)
    for finding in findings:
        if finding.fixes:
            fixes[finding.path].append(finding.fixes[0])
    changes = ((_mend_notebook if is_notebook(path) else _mend)(path, each) for path, each in sorted(fixes.items()))
    return [each for each in changes if each is not None]


def _mend(path: str, fixes: list[Fix]) -> Mended | None:
    """Return a file after its fixes; None where it cannot be read, mixes line ends, or would not parse."""
    try:
        with Path(path).open("rb") as stream:
            encoding, _ = tokenize.detect_encoding(stream.readline)
        before = Path(path).read_bytes().decode(encoding)
    except (OSError, SyntaxError, UnicodeError):
        return None
    ends = set(_NEWLINE.findall(before)) or {"\n"}
    kept = without_overlap(fixes)
    # what is behind the last line end counts as a line, an empty one in most files
    plain = applied(_NEWLINE.split(before), (edit for fix in kept for edit in fix.edits)).removesuffix("\n")
    if len(ends) > 1 or not parses(plain):
        return None
    return Mended(path, encoding, before, plain.replace("\n", ends.pop()), len(kept))


def _mend_notebook(path: str, fixes: list[Fix]) -> Mended | None:
    """Return a notebook after its fixes, which edit the sources of cells alone; None where none can be applied."""
    try:
        content = Path(path).read_bytes().decode()
        notebook = NotebookFile(content)
    except (OSError, UnicodeError, NotebookError):
        return None
    kept: list[Fix] = []
    after = notebook.raw.text
    for fix in without_overlap(fixes):
        sources = mended(notebook, [edit for each in (*kept, fix) for edit in each.edits])
        if sources is not None:
            kept.append(fix)
            after = notebook.raw.with_sources(sources)
    encoding = "utf-8-sig" if content.startswith("\ufeff") else "utf-8"
    return Mended(path, encoding, notebook.raw.text, after, len(kept)) if kept else None


def without_overlap(fixes: Iterable[Fix]) -> list[Fix]:
    """Return the fixes that do not edit what an earlier one edits."""
    kept: list[Fix] = []
    for fix in fixes:
        taken = [edit for other in kept for edit in other.edits]
        if not any(_overlap(one, other) for one in fix.edits for other in taken):
            kept.append(fix)
    return kept


def _overlap(one: Edit, other: Edit) -> bool:
    first, second = sorted((one, other))
    return (second.line, second.column) < (first.end_line, first.end_column) or (
        (first.line, first.column) == (second.line, second.column)
    )
