"""Text that an editor has not saved is checked in place of the file."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path

import pytest

from jdc_check.run import check, check_buffer
from jdc_check.settings import Settings
from jdc_spec.rules import BY_CODE

from .conftest import STATE, Runner, write


@pytest.fixture
def settings(jdc: Runner, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    write(tmp_path, {"state.py": STATE, "main.py": "from state import State\n\ndef f(s: State) -> None: ...\n"})
    monkeypatch.chdir(tmp_path)
    return Settings(
        paths=("main.py",),
        packages=(),
        root=tmp_path,
        codes=frozenset(BY_CODE),
        exclude=(),
        cache_dir=jdc.cache,
        python_executable=None,
    )


def test_the_text_counts_and_not_the_file(settings: Settings) -> None:
    text = "# é\nfrom state import State\n\ndef f(s: State) -> None:\n    é = s; é.x = s.x; s.replace\n"
    found = check_buffer("main.py", text, settings, sys.executable).findings
    assert [(each.path, each.line, each.column, each.code) for each in found] == [("main.py", 5, 12, "jdc-frozen")]
    assert check(settings, sys.executable).findings == ()
    assert check_buffer("main.py", text, settings, sys.executable).findings == found


def test_a_comment_of_the_buffer_silences(settings: Settings) -> None:
    text = "from state import State\n\ndef f(s: State) -> None:\n    s.x = s.x  # jdc: ignore[jdc-frozen]\n"
    report = check_buffer("main.py", text, settings, sys.executable)
    assert (report.findings, report.warnings) == ((), ())


def test_half_written_text_is_told_as_such(settings: Settings) -> None:
    report = check_buffer("main.py", "from state import (\n", settings, sys.executable)
    assert report.failed
    assert report.unchecked[0].path == "main.py"


def test_carriage_returns(settings: Settings) -> None:
    text = "from state import State\r\n\r\ndef f(s: State) -> None:\r\n    s.x = s.x\r\n"
    assert [each.line for each in check_buffer("main.py", text, settings, sys.executable).findings] == [4]


def test_a_comment_that_silences_nothing_is_told(settings: Settings) -> None:
    text = "x = 1  # jdc: ignore\ny = 2  # jdc: ignore[frozen, shape]\nz = 3  # jdc: ignore\n"
    warnings = check_buffer("main.py", text, settings, sys.executable).warnings
    assert [warning.partition(": ")[0] for warning in warnings] == ["main.py:1", "main.py:2", "main.py:3"]
    shape = replace(settings, codes=frozenset(["jdc-shape"]))
    assert check_buffer("main.py", text, shape, sys.executable).warnings == ()
