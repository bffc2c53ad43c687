"""``# jdc: ignore`` and ``# jdc: ignore[code, ...]``.

mypy itself honours ``# type: ignore[code]``. This comment is for code whose other checker is not mypy: it
means nothing to pyright, which would take a ``type: ignore`` for its own.
"""

from __future__ import annotations

from jdc_check.findings import Finding
from jdc_check.sourcefile import ALL_CODES, source_file
from jdc_spec.rules import BY_CODE


def full_code(name: str) -> str:
    """Return ``jdc-frozen`` for ``frozen`` and for ``jdc-frozen``."""
    return name if name in BY_CODE or name.startswith("jdc-") else f"jdc-{name}"


def is_suppressed(finding: Finding) -> bool:
    """Whether a comment on the first or the last line of the finding silences it."""
    ignores = source_file(finding.path).ignores
    for line in (finding.line, finding.end_line):
        names = ignores.get(line, frozenset())
        if names == ALL_CODES or finding.code in {full_code(name) for name in names}:
            return True
    return False
