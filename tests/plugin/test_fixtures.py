"""Every fixture draws exactly the diagnostics that its comments expect."""

from __future__ import annotations

from collections import Counter, defaultdict
from pathlib import Path

import pytest
from plugin.runner import EXPECTED, FIXTURES, Finding, disagreements, expected, fixture_files, run
from plugin.workspace import Workspace

LIGHT = (
    "frozen",
    "frozen_attributes",
    "frozen_objects",
    "frozen_special",
    "frozen_two_libraries",
    "selves",
    "static_mutable",
    "type_variables",
)
"""Fixtures for which the small stubs are enough, so that every mypy can be tried on them."""


def test_no_two_fixtures_have_one_name() -> None:
    """The second would take the place of the first, which nobody would check."""
    names = Counter(file.stem for file in fixture_files())
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.slow
@pytest.mark.parametrize("file", FIXTURES.values(), ids=FIXTURES)
def test_fixture(file: Path, findings: list[Finding]) -> None:
    assert EXPECTED.search(file.read_text())
    assert disagreements(file, findings) == []


def test_fixtures_that_need_little_of_jax(stubs: Path, tmp_path: Path) -> None:
    files = [FIXTURES[name] for name in LIGHT]
    workspace = Workspace(tmp_path, stubs)
    workspace.write({file.name: file.read_text() for file in files})
    found: dict[tuple[str, int], set[str]] = defaultdict(set)
    for name, line, text in workspace.warm("--python-version=3.11"):
        found[name, line].add(text.rpartition("[")[2].rstrip("]"))
    assert found == {place: codes for file in files for place, codes in expected(file, (3, 11)).items()}


@pytest.mark.thorough
@pytest.mark.slow
def test_both_parsers_give_the_same_findings(findings: list[Finding]) -> None:
    other = run(FIXTURES.values(), options=["--no-native-parser", "--cache-dir=.cache-other-parser"])
    assert {(f.file, f.line, f.code, f.message) for f in other} == {
        (f.file, f.line, f.code, f.message) for f in findings
    }


def test_every_fixture_is_found() -> None:
    expecting = [file for file in Path(__file__).parent.rglob("*.py") if "# E: jdc-" in file.read_text()]
    assert len(expecting) > 20
    names = {file.name for file in FIXTURES.values()}
    others = {
        "runner.py",
        Path(__file__).name,
        *(file.name for file in Path(__file__).parent.glob("untyped/*.py")),
    }
    assert {file.name for file in expecting} - others <= names
    assert len(names) == len(FIXTURES)
