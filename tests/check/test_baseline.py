"""A baseline accepts what is there, and nothing that comes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from .conftest import STATE, Runner, write

USES = """
from state import State


def first(s: State) -> None:
    s.x = s.x
    s.replace(x=s.x)


def second(s: State) -> None:
    s.x = s.x
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path, {"state.py": STATE, "uses.py": USES})


def lines(printed: str) -> list[str]:
    return [":".join(line.split(":")[:2]) for line in printed.splitlines()[:-1]]


@pytest.mark.slow
def test_only_what_is_new_is_reported(jdc: Runner, project: Path) -> None:
    check = ("check", "uses.py", "-o", "concise")
    assert len(lines(jdc(project, *check).stdout)) == 2
    written = jdc(project, *check, "--write-baseline", "accepted.json")
    assert (written.returncode, written.stdout, written.stderr) == (0, "", "accepted.json accepts 2 problems\n")

    text = (project / "uses.py").read_text(encoding="utf-8")
    moved = text.replace("def first", "# one\n# two\n\n\ndef renamed").replace(
        "    s.x = s.x\n    s.r", "    s.x  =  s.x\n    s.r"
    )
    (project / "uses.py").write_text(moved, encoding="utf-8")
    accepted = jdc(project, *check, "--baseline", "accepted.json")
    assert (accepted.returncode, accepted.stdout) == (0, "No problems found (checked 1 file)\n")

    (project / "uses.py").write_text(moved + "    s.x = s.x\n    s.x = s\n", encoding="utf-8")
    new = jdc(project, *check, "--baseline", "accepted.json")
    assert (new.returncode, lines(new.stdout)) == (1, ["uses.py:16", "uses.py:17"])


@pytest.mark.slow
def test_a_baseline_that_cannot_be_used_is_told(jdc: Runner, project: Path) -> None:
    for name, text, message in (
        ("none.json", None, "No such file"),
        ("text.json", "accepted", "not JSON"),
        ("old.json", '{"version": 0, "findings": []}', "not a baseline of this version"),
        ("list.json", "[]", "not a baseline of this version"),
        ("damaged.json", '{"version": 1, "findings": [{}]}', "damaged; write it again"),
    ):
        if text is not None:
            write(project, {name: text})
        done = jdc(project, "check", "uses.py", "--baseline", name)
        assert (done.returncode, done.stdout) == (2, "")
        assert f"--baseline {name}" in done.stderr
        assert message in " ".join(done.stderr.split())


@pytest.mark.slow
def test_statistics(jdc: Runner, project: Path) -> None:
    done = jdc(project, "check", "uses.py", "-o", "json", "--statistics", "--select", "ALL")
    numbers = {line.split()[1]: int(line.split()[0]) for line in done.stderr.splitlines()}
    found = [each["code"] for each in json.loads(done.stdout)["findings"]]
    assert numbers == {code: found.count(code) for code in found}
    assert numbers["jdc-frozen"] == 2


@pytest.mark.slow
def test_standard_input(jdc: Runner, project: Path) -> None:
    text = "from state import State\n\ndef f(s: State) -> None:\n    s.x = s.x\n"
    check = ("check", "-o", "concise", "-")
    done = jdc(project, *check, "--stdin-filename", "uses.py", stdin=text)
    assert (done.returncode, lines(done.stdout)) == (1, ["uses.py:4"])
    for options, message in (
        ((*check,), "jdc check --stdin-filename FILE -"),
        ((*check, "uses.py", "--stdin-filename", "uses.py"), "standard input is checked alone"),
        (("check", "--stdin-filename", "uses.py"), "--stdin-filename goes with the path -"),
        ((*check, "--stdin-filename", "none.py"), "none.py: error: no such file or directory"),
    ):
        refused = jdc(project, *options, stdin=text)
        assert refused.returncode == 2
        assert message in " ".join(refused.stderr.split())
