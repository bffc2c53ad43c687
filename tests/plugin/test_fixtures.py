"""Every fixture draws exactly the diagnostics that its comments expect."""

from __future__ import annotations

from pathlib import Path

import pytest

from .runner import FIXTURES, Finding, disagreements, expected, run


@pytest.mark.slow
@pytest.mark.parametrize("file", sorted(FIXTURES.glob("*.py")), ids=lambda file: file.stem)
def test_fixture(file: Path, findings: list[Finding]) -> None:
    assert expected(file)
    assert disagreements(file, findings) == []


@pytest.mark.slow
def test_both_parsers_give_the_same_findings(findings: list[Finding]) -> None:
    other = run(sorted(FIXTURES.glob("*.py")), options=["--no-native-parser", "--cache-dir=.cache-other-parser"])
    assert {(f.file, f.line, f.code, f.message) for f in other} == {
        (f.file, f.line, f.code, f.message) for f in findings
    }
