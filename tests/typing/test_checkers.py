"""The six checkers, on one file that all accept and on one that says what each sees."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

import pytest
from checker_table import BASELINES, CONSTRUCTS, PAGE, README, read_rows, reported, tables
from checkers import CHECKERS, TARGETS, Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[[str, str], list[Diagnostic]]


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("checker", CHECKERS)
def test_baseline_is_accepted(diagnostics: Run, checker: str, target: str) -> None:
    names = [file.name for file in BASELINES]
    assert len(names) > 2
    assert [found for found in diagnostics(checker, target) if found.file in names] == []


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
@pytest.mark.parametrize("checker", CHECKERS)
def test_stub_is_accepted(diagnostics: Run, checker: str, target: str) -> None:
    assert [found for found in diagnostics(checker, target) if found.file == "stub.pyi"] == []


@pytest.mark.parametrize("file", BASELINES, ids=lambda file: file.stem)
def test_baseline_runs(file: Path) -> None:
    runpy.run_path(str(file), run_name="__main__")


def on_constructs(diagnostics: Run, checker: str, target: str) -> list[Diagnostic]:
    return [found for found in diagnostics(checker, target) if found.file == CONSTRUCTS.name]


@pytest.mark.slow
def test_tables_are_current(diagnostics: Run) -> None:
    seen = {name: [on_constructs(diagnostics, name, target) for target in TARGETS] for name in CHECKERS}
    whole, readme = tables(seen)
    assert PAGE.read_text() == whole, "run `make checkers`, and read what changed"
    assert README.read_text() == readme, "run `make checkers`, and read what changed"


@pytest.mark.slow
@pytest.mark.parametrize("target", TARGETS)
def test_plugin_sees_everything(diagnostics: Run, target: str) -> None:
    rows = [row for row in read_rows(CONSTRUCTS.read_text()) if row.exists_in(target)]
    found = reported(read_rows(CONSTRUCTS.read_text()), on_constructs(diagnostics, "mypy + plugin", target))
    assert [row.title for row in rows if row.kind == "mistake" and row not in found] == []


def test_rows_are_told_apart() -> None:
    source = "# --- setup\n\n# === A\n\n# --- mistake: x (needs: y) [README]\n1\n# --- correct: y (from 3.13)\n2\n"
    setup, mistake, correct = [row for row in read_rows(source) if row.title or row.first == 1]
    assert (setup.kind, mistake.needs, correct.section) == ("setup", "y", "A")
    assert (mistake.is_short, correct.is_short) == (True, False)
    assert [row.exists_in("3.12") for row in (mistake, correct)] == [True, False]
    assert reported([setup, mistake, correct], [Diagnostic("f.py", 6, "wrong")]) == {mistake}
    with pytest.raises(ValueError, match="outside of every construct"):
        reported([setup, mistake, correct], [Diagnostic("f.py", 1, "wrong")])
