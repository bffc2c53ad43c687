"""A baseline: the findings of today are accepted, and only new ones are reported.

A finding is known again by its file, rule, sentence and the text of its line, and by how many there are of that kind,
so that lines may come and go above it.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final, TypeVar

from jdc_check.errors import UsageError
from jdc_check.findings import Finding
from jdc_check.fingerprints import fingerprint

_VERSION: Final = 1
AcceptedT = TypeVar("AcceptedT")


class Baseline:
    """The findings that are accepted."""

    def __init__(self, accepted: Counter[str]) -> None:
        self._accepted = accepted

    @classmethod
    def read(cls, file: Path) -> Baseline:
        """Return what a file accepts.

        Raises:
            UsageError: it cannot be read, or ``--write-baseline`` did not write it.

        """
        document: Any
        try:
            document = json.loads(file.read_text(encoding="utf-8"))
        except OSError as error:
            raise UsageError(f"--baseline {file}: {error.strerror}. --write-baseline {file} writes it.") from error
        except ValueError as error:
            raise UsageError(f"--baseline {file}: not JSON: {error}") from error
        try:
            version = document["version"]
        except (KeyError, TypeError, IndexError):
            version = None
        if version != _VERSION:
            raise UsageError(f"--baseline {file}: not a baseline of this version; write it again, --write-baseline")
        try:
            return cls(Counter({each["fingerprint"]: int(each["count"]) for each in document["findings"]}))
        except (KeyError, TypeError, ValueError) as error:
            raise UsageError(f"--baseline {file}: damaged; write it again, --write-baseline") from error

    def new(self, items: Iterable[AcceptedT], finding: Callable[[AcceptedT], Finding]) -> list[AcceptedT]:
        """Return what is not accepted; of findings that are alike, as many are accepted as there were."""
        left = self._accepted.copy()
        kept: list[AcceptedT] = []
        for item in items:
            known = fingerprint(finding(item))
            if left[known] > 0:
                left[known] -= 1
            else:
                kept.append(item)
        return kept


def write_baseline(file: Path, findings: Iterable[Finding]) -> int:
    """Write a file that accepts these findings; return how many."""
    entries: dict[str, dict[str, Any]] = {}
    number = 0
    for finding in sorted(findings):
        known = fingerprint(finding)
        entry = {"path": finding.path, "code": finding.code, "message": finding.message, "count": 0}
        entries.setdefault(known, {"fingerprint": known, **entry})["count"] += 1
        number += 1
    document = {"version": _VERSION, "findings": list(entries.values())}
    file.write_text(json.dumps(document, indent=2) + "\n", encoding="utf-8")
    return number
