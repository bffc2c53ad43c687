"""The six checkers, on one file that all accept and on one that says what each sees."""

from __future__ import annotations

import runpy
from typing import TYPE_CHECKING

import pytest
from checker_table import BASELINE, CONSTRUCTS, PAGE, README, page, read_rows, render, reported, with_table
from checkers import CHECKERS, Diagnostic

if TYPE_CHECKING:
    from collections.abc import Callable


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_baseline_is_accepted(diagnostics: Callable[[str], list[Diagnostic]], checker: str) -> None:
    assert [found for found in diagnostics(checker) if found.file == BASELINE.name] == []


@pytest.mark.slow
@pytest.mark.parametrize("checker", CHECKERS)
def test_stub_is_accepted(diagnostics: Callable[[str], list[Diagnostic]], checker: str) -> None:
    assert [found for found in diagnostics(checker) if found.file == "stub.pyi"] == []


def test_baseline_runs() -> None:
    runpy.run_path(str(BASELINE), run_name="__main__")


@pytest.mark.slow
def test_tables_are_current(diagnostics: Callable[[str], list[Diagnostic]]) -> None:
    seen = {name: [found for found in diagnostics(name) if found.file == CONSTRUCTS.name] for name in CHECKERS}
    table = render(read_rows(CONSTRUCTS.read_text()), seen)
    assert PAGE.read_text() == page(table), "run `make checkers`, and read what changed"
    assert README.read_text() == with_table(README.read_text(), table), "run `make checkers`, and read what changed"


@pytest.mark.slow
def test_plugin_sees_everything(diagnostics: Callable[[str], list[Diagnostic]]) -> None:
    rows = read_rows(CONSTRUCTS.read_text())
    seen = [found for found in diagnostics("mypy + plugin") if found.file == CONSTRUCTS.name]
    found = reported(rows, seen)
    assert [row.title for row in rows if row.kind == "mistake" and row not in found] == []


def test_rows_are_told_apart() -> None:
    source = "# --- setup\n\n# === A\n\n# --- mistake: x (needs: y)\n1\n# --- correct: y\n2\n"
    setup, mistake, correct = [row for row in read_rows(source) if row.title or row.first == 1]
    assert (setup.kind, mistake.needs, correct.section) == ("setup", "y", "A")
    assert reported([setup, mistake, correct], [Diagnostic("f.py", 6, "wrong")]) == {mistake}
    with pytest.raises(ValueError, match="outside of every construct"):
        reported([setup, mistake, correct], [Diagnostic("f.py", 1, "wrong")])
