"""``jdc check --fix`` and ``--diff``."""

from __future__ import annotations

from pathlib import Path

import pytest

from jdc_check.findings import Edit, Finding, Fix
from jdc_check.mending import mend

from .conftest import STATE, Runner, write

JDC_STATE = STATE.replace("import jax_dataclasses as jdc", "import jdc_runtime as jdc")
DISCARDED = """\
from states import State


def f(state: State) -> State:
    state.replace(x=state.x)
    State(state.x).replace(x=state.x)
    return state
"""
MENDED = DISCARDED.replace("    state.rep", "    state = state.rep")


def finding(path: str, *edits: Edit) -> Finding:
    return Finding(path, 1, 1, 1, 2, "jdc-shape", "m", fixes=(Fix("Mend it", edits),))


@pytest.mark.slow
def test_fix_changes_the_file_and_reports_what_is_left(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"states.py": JDC_STATE, "use.py": DISCARDED})
    shown = jdc(tmp_path, "check", "--diff", ".")
    assert (tmp_path / "use.py").read_text() == DISCARDED
    assert shown.returncode == 1
    assert "-    state.replace(x=state.x)\n+    state = state.replace(x=state.x)\n" in shown.stdout
    fixed = jdc(tmp_path, "check", "--fix", ".", "-o", "concise")
    assert (tmp_path / "use.py").read_text() == MENDED
    assert fixed.stderr == "Mended 1 problem\n"
    assert fixed.returncode == 1
    assert [line.partition(" ")[0] for line in fixed.stdout.splitlines()] == ["use.py:6:5:", "Found"]
    again = jdc(tmp_path, "check", "--fix", ".", "-o", "concise")
    assert (again.stdout, again.stderr) == (fixed.stdout, "Mended 0 problems\n")


def test_fix_is_for_files_and_not_for_packages(jdc: Runner, tmp_path: Path) -> None:
    refused = jdc(tmp_path, "check", "--fix", "-p", "jax_dataclasses")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert "not installed packages" in refused.stderr


@pytest.mark.parametrize("text", ["x = 1\r\ny = 2\r\n", "x = 1\ny = 2", "\ufeffx = 1\ny = 2\n"])
def test_line_ends_encoding_and_mode_stay(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.chdir(tmp_path)
    file, link = tmp_path / "a.py", tmp_path / "link.py"
    file.write_bytes(text.encode())
    file.chmod(0o751)
    link.symlink_to(file)
    (change,) = mend([finding("link.py", Edit(2, 5, 2, 6, "3 +\\\n4"))])
    change.write()
    end = "\r\n" if "\r" in text else "\n"
    assert file.read_bytes().decode() == text.replace("2", f"3 +\\{end}4")
    assert link.is_symlink()
    assert file.stat().st_mode & 0o777 == 0o751
    assert sorted(path.name for path in tmp_path.iterdir()) == ["a.py", "link.py"]


def test_of_fixes_that_overlap_the_first_is_applied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.py": "x = 1\ny = 2\n"})
    (change,) = mend(
        [
            finding("a.py", Edit(1, 1, 1, 6, "z = 1"), Edit(2, 5, 2, 6, "z")),
            finding("a.py", Edit(2, 1, 2, 6, "lost")),
            finding("a.py", Edit(2, 6, 2, 6, " + 1")),
        ]
    )
    assert (change.after, change.count) == ("z = 1\ny = z + 1\n", 2)


def test_what_would_not_parse_is_left(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    write(tmp_path, {"a.py": "x = 1\n"})
    assert mend([finding("a.py", Edit(1, 1, 1, 2, "("))]) == []
    assert mend([finding("gone.py", Edit(1, 1, 1, 2, "y"))]) == []
