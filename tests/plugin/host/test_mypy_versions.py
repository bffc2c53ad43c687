"""A mypy outside the supported range is told so in one line, with the range."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from plugin.workspace import Workspace, offers

from jdc_mypy_plugin.features.constructions import NAMES_CLASSES_IN_FULL
from jdc_spec.mypy_versions import REQUIREMENT, TOO_NEW

ANOTHER = "import mypy.version\n\nmypy.version.__version__ = {version!r}\n"
"""Makes mypy another version of itself, in its workers too."""
PROJECT = {
    "main.py": "import jdc_runtime as jdc\n\n@jdc.pytree_dataclass\nclass A:\n    x: int\n\n\nA(1).x = 2\n",
}
TREE = """
from jdc_runtime.structure import StructureTree

def alone(tree: StructureTree) -> tuple[StructureTree, int]: ...

literal: StructureTree = {"params": {}, "buffers": {}, "aux": {}, "apply": alone, "submodules": {}}
called = StructureTree(params={}, buffers={}, aux={}, apply=alone, submodules={})
"""
NEWER = f"{TOO_NEW[0]}.{TOO_NEW[1]}.0"


def _run_as(version: str, workspace: Workspace, *options: str) -> subprocess.CompletedProcess[str]:
    workspace.write(PROJECT)
    started = workspace.caches / "started"
    started.mkdir()
    (started / "sitecustomize.py").write_text(ANOTHER.format(version=version))
    paths = [str(started), *filter(None, [workspace.environment.get("PYTHONPATH")])]
    environment = {**workspace.environment, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-m", "mypy", "--config-file", str(workspace.config), *options, "."]
    for _ in range(4):
        done = subprocess.run(
            command, cwd=workspace.project, env=environment, capture_output=True, text=True, check=False
        )
        if "Cannot connect to build worker" not in done.stderr:
            break  # mypy gives workers three seconds to start, which is little on a busy machine
    return done


@pytest.fixture
def workspace(stubs: Path, tmp_path: Path) -> Workspace:
    return Workspace(tmp_path, stubs)


@pytest.mark.parametrize("version", ["1.17.1", pytest.param("0.991", marks=pytest.mark.thorough)])
@pytest.mark.parametrize("output", [(), ("--output=json",)])
def test_an_older_mypy_stops_with_the_range(workspace: Workspace, version: str, output: tuple[str, ...]) -> None:
    done = _run_as(version, workspace, *output, "--no-error-summary")
    said = f'needs {REQUIREMENT}, and this is mypy {version}: pip install "{REQUIREMENT}"'
    (line,) = done.stderr.splitlines()
    # before 1.20, mypy writes its own errors as text all the same
    message = json.loads(line)["message"] if line.startswith("{") else line
    assert f'Error importing plugin "jdc_mypy_plugin": {said}' in message
    assert (done.stdout, done.returncode) == ("", 2)


@pytest.mark.parametrize("version", [NEWER, f"{NEWER}+dev.1a2b3c", "3.0"])
def test_a_newer_mypy_is_used_with_a_warning(workspace: Workspace, version: str) -> None:
    done = _run_as(version, workspace)
    (line,) = done.stderr.splitlines()
    assert line.startswith("jdc_mypy_plugin: warning: ")
    assert f"tested with {REQUIREMENT}, and this is mypy {version}" in line
    assert "[jdc-frozen]" in done.stdout
    assert done.returncode == 1


def test_workers_do_not_repeat_the_warning(workspace: Workspace) -> None:
    if not offers("--num-workers=2"):
        pytest.skip("this mypy has no workers")
    done = _run_as(NEWER, workspace, "--num-workers=2")
    assert done.stderr.count("jdc_mypy_plugin: warning: ") == 1
    assert "[jdc-frozen]" in done.stdout


def test_a_supported_mypy_says_nothing(workspace: Workspace) -> None:
    workspace.write(PROJECT)
    assert {text.rpartition("[")[2] for _, _, text in workspace.warm()} == {"jdc-frozen]"}


def test_a_tree_that_is_made_is_judged_since_mypy_asks_for_it(workspace: Workspace) -> None:
    workspace.write({"main.py": TREE})
    found = {line for _, line, text in workspace.warm() if text.endswith("[jdc-structure]")}
    assert found == ({6, 7} if NAMES_CLASSES_IN_FULL else set())
