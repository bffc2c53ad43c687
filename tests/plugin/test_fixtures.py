"""Every fixture draws exactly the diagnostics that its comments expect."""

from __future__ import annotations

from pathlib import Path

import pytest

from .runner import FIXTURES, Finding, codes, expected


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.py")), ids=lambda file: file.stem)
def test_fixture(file: Path, findings: list[Finding]) -> None:
    found = [finding for finding in findings if finding.file == file.name]
    assert codes(found) == expected(file), "\n".join(map(str, found))
