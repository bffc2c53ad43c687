"""Decorators of a project's own, named in its pyproject.toml."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from plugin.workspace import Workspace

LIBRARY = """\
from typing import TypeVar

T = TypeVar("T")


def state(cls: type[T]) -> type[T]:
    return cls
"""

PROGRAM = """\
import jdc_runtime as jdc
from mylib import state


@state
class A:
    x: int
    name: str = jdc.static_field(default="a")


a = A(1)
a.x = 2
A("s")
a.replace(y=1)
reveal_type(a.replace(x=2))
"""

SETTINGS = '[tool.jdc.decorators]\n"mylib.state" = "{library}"\n'


def reported(workspace: Workspace) -> set[tuple[int, str]]:
    """Return line and code of each error; of a revealed type, the type."""
    found = workspace.warm()
    assert {file for file, _, _ in found} <= {"use.py"}
    return {(line, text.rpartition("[")[2].rstrip("]") if text.endswith("]") else text) for _, line, text in found}


def test_a_decorator_of_the_project_behaves_like_that_of_a_library(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    files = {"mylib.py": LIBRARY, "use.py": PROGRAM}
    workspace.write(files)
    alone = reported(workspace)
    assert (12, "jdc-frozen") not in alone
    workspace.write({**files, "pyproject.toml": SETTINGS.format(library="jdc")})
    assert reported(workspace) == {
        (12, "jdc-frozen"),
        (13, "arg-type"),
        (14, "call-arg"),
        (14, "jdc-discarded"),
        (15, 'note: Revealed type is "use.A"'),
    }
    workspace.write(files)
    assert reported(workspace) == alone, "the cache depends on the settings"


def test_settings_that_make_no_sense_are_told_and_passed_over(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    workspace.write({"use.py": "x = 1\n", "pyproject.toml": SETTINGS.format(library="flax.strukt")})
    command = [sys.executable, "-m", "mypy", "--config-file", str(workspace.config), "."]
    done = subprocess.run(
        command,
        cwd=workspace.project,
        env={**os.environ, **workspace.environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0
    assert 'there is no library "flax.strukt". Did you mean flax.struct?' in done.stderr


@pytest.mark.thorough
def test_rules_are_chosen_in_the_project(stubs: Path, tmp_path: Path) -> None:
    workspace = Workspace(tmp_path, stubs)
    files = {"mylib.py": LIBRARY, "use.py": PROGRAM}
    decorators = SETTINGS.format(library="jdc")
    workspace.write({**files, "pyproject.toml": f'[tool.jdc]\nselect = ["jdc-shape"]\n{decorators}'})
    assert "jdc-frozen" not in {code for _, code in reported(workspace)}
    workspace.write({**files, "pyproject.toml": f'[tool.jdc]\nextend-select = ["frozen"]\n{decorators}'})
    assert (12, "jdc-frozen") in reported(workspace)
    workspace.write({**files, "pyproject.toml": f'[tool.jdc]\nignore = ["frozen"]\n{decorators}'})
    assert "jdc-frozen" not in {code for _, code in reported(workspace)}
    ignores = '[tool.jdc.per-file-ignores]\n"/us*.py" = ["jdc-frozen"]\n"lib/" = ["ALL"]\n'
    workspace.write({**files, "pyproject.toml": f"{ignores}{decorators}"})
    assert "jdc-frozen" not in {code for _, code in reported(workspace)}
    workspace.write({**files, "pyproject.toml": f"{ignores.replace('/us*', '/lib*')}{decorators}"})
    assert (12, "jdc-frozen") in reported(workspace)
