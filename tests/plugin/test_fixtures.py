"""Every fixture draws exactly the diagnostics that its comments expect."""

from __future__ import annotations

from pathlib import Path

import pytest

from .runner import FIXTURES, Finding, disagreements, expected


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.py")), ids=lambda file: file.stem)
def test_fixture(file: Path, findings: list[Finding]) -> None:
    assert expected(file)
    assert disagreements(file, findings) == []
