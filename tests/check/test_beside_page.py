"""The blocks of docs/beside.md: their commands run, and say what the page promises."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from .conftest import STATE, Runner, write

PAGE: Final = (Path(__file__).parents[2] / "docs" / "beside.md").read_text(encoding="utf-8")
WORKFLOW, JOB, HOOK = [yaml.safe_load(block) for block in re.findall(r"```yaml\n(.*?)```", PAGE, re.DOTALL)]
USE: Final = """\
from src.state import State


def f(s: State) -> State:
    s.x = s.x
    s.replace(x=s.x)
    return s.y
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    return write(tmp_path, {"src/state.py": STATE.replace("jax_dataclasses", "jdc_runtime"), "src/uses.py": USE})


def arguments(line: str) -> list[str]:
    program, *given = shlex.split(line.partition(">")[0])
    assert program == "jdc"
    return given


def rules(document: list[dict[str, Any]]) -> set[str]:
    return {each["check_name"] for each in document}


@pytest.mark.slow
def test_the_workflow(jdc: Runner, project: Path) -> None:
    ((_, job),) = WORKFLOW["jobs"].items()
    done = jdc(project, *arguments(job["steps"][-1]["run"]))
    assert done.returncode == 1
    theirs = "reportAttributeAccessIssue"
    assert re.findall(r"title=([\w-]+)", done.stdout) == [theirs, "jdc-discarded", theirs]
    assert re.findall(r"file=([\w/.]+),line=(\d+)", done.stdout) == [("src/uses.py", line) for line in "567"]


@pytest.mark.slow
def test_the_job(jdc: Runner, project: Path) -> None:
    line = JOB["types"]["script"][-1]
    assert line.endswith(f"> {JOB['types']['artifacts']['reports']['codequality']}")
    done = jdc(project, *arguments(line))
    assert done.returncode == 1
    assert rules(json.loads(done.stdout)) == {"jdc-discarded", "reportAttributeAccessIssue"}


@pytest.mark.slow
def test_the_hook(jdc: Runner, project: Path) -> None:
    ((hook,),) = [repo["hooks"] for repo in HOOK["repos"]]
    given = arguments(hook["entry"])
    (project / ".venv").symlink_to(Path(jdc.environment["VIRTUAL_ENV"]))
    done = jdc(project, *given, "src/uses.py", VIRTUAL_ENV="", PATH="/usr/bin:/bin")
    assert (done.returncode, done.stderr) == (1, "")
    assert "3 errors, 0 warnings" in done.stdout


@pytest.mark.parametrize("line", re.findall(r"^jdc check .*$", PAGE, re.MULTILINE))
def test_options_of_the_other_commands(line: str) -> None:
    from jdc_check.commands import check

    check.make_context("check", arguments(line.partition("#")[0])[1:])
