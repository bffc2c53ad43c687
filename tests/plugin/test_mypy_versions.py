"""A mypy outside the supported range is told so in one line, with the range."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from jdc_spec.mypy_versions import REQUIREMENT, TOO_NEW

from .workspace import Workspace

UNDER = """
import sys
import mypy.version
mypy.version.__version__ = {version!r}
from mypy import main
main.main(args=sys.argv[1:])
"""
"""Starts mypy as another version of itself."""
PROJECT = {
    "main.py": "import jdc_runtime as jdc\n\n@jdc.pytree_dataclass\nclass A:\n    x: int\n\n\nA(1).x = 2\n",
}
NEWER = f"{TOO_NEW[0]}.{TOO_NEW[1]}.0"


def _run_as(version: str, workspace: Workspace, *options: str) -> subprocess.CompletedProcess[str]:
    workspace.write(PROJECT)
    arguments = ["--config-file", str(workspace.config), *options, "."]
    return subprocess.run(
        [sys.executable, "-c", UNDER.format(version=version), *arguments],
        cwd=workspace.project,
        env=workspace.environment,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.fixture
def workspace(stubs: Path, tmp_path: Path) -> Workspace:
    return Workspace(tmp_path, stubs)


@pytest.mark.parametrize("version", ["1.17.1", "0.991"])
@pytest.mark.parametrize("options", [(), ("--output=json",)])
def test_an_older_mypy_stops_with_the_range(workspace: Workspace, version: str, options: tuple[str, ...]) -> None:
    done = _run_as(version, workspace, *options)
    (line,) = done.stderr.splitlines()
    assert line.startswith(f"{workspace.config}:2: error: Error importing plugin")
    assert f"needs {REQUIREMENT}, and this is mypy {version}" in line
    print(repr(done.stdout),repr(done.stderr)); assert 0


@pytest.mark.parametrize("version", [NEWER, f"{NEWER}+dev.1a2b3c", "3.0"])
def test_a_newer_mypy_is_used_with_a_warning(workspace: Workspace, version: str) -> None:
    done = _run_as(version, workspace)
    (line,) = done.stderr.splitlines()
    assert line.startswith("jdc_mypy_plugin: warning: ")
    assert f"tested with {REQUIREMENT}, and this is mypy {version}" in line
    assert "[jdc-frozen]" in done.stdout
    assert done.returncode == 1


def test_a_supported_mypy_says_nothing(workspace: Workspace) -> None:
    workspace.write(PROJECT)
    assert {text.rpartition("[")[2] for _, _, text in workspace.warm()} == {"jdc-frozen]"}
