"""The README from its first command on, in an environment with nothing in it: the install line, then what follows."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import yaml
from warm_cache import copy_to

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
INSTALL, CHECK = re.findall(r"```console\n\$ (?:pip install|jdc check) (.*?)```", README, re.DOTALL)[:2]
BLOCKS = re.findall(r"```python\n(.*?)```", README, re.DOTALL)


def run(*command: Any, cwd: Path = ROOT, code: int = 0) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, encoding="utf-8", check=False)
    assert done.returncode == code, f"{done.stdout}\n{done.stderr}"
    return done.stdout


def environment(folder: Path, line: str) -> Path:
    """Make an environment by what follows ``pip install``, with the versions that the other tests run with."""
    uv = Path(sys.executable).parent / "uv"
    run(uv, "venv", "--quiet", "--python", sys.executable, folder)
    pins = ("--constraint", "requirements-dev.txt")
    run(uv, "pip", "install", "--quiet", "--python", folder / "bin/python", *pins, line.strip().strip('"'))
    return folder / "bin"


@pytest.fixture(scope="module")
def fresh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An environment after the README's install line."""
    return environment(tmp_path_factory.mktemp("fresh") / "venv", INSTALL)


@pytest.mark.slow
@pytest.mark.thorough
def test_the_example_runs(fresh: Path, tmp_path: Path) -> None:
    _, example = BLOCKS
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    run(fresh / "python", "example.py", cwd=tmp_path)


@pytest.mark.slow
@pytest.mark.thorough
def test_the_network_of_the_runtime_page_runs(tmp_path: Path) -> None:
    page = (ROOT / "docs" / "runtime.md").read_text(encoding="utf-8")
    pattern = r"```console\n\$ pip install (.*?)\n```.*?```python\n(.*?)```"
    ((line, example),) = re.findall(pattern, page, re.DOTALL)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    run(environment(tmp_path / "venv", line) / "python", "example.py", cwd=tmp_path)


@pytest.mark.slow
def test_the_command_prints_what_the_readme_shows(fresh: Path, tmp_path: Path) -> None:
    arguments, _, shown = CHECK.partition("\n")
    copy_to(tmp_path / "cache")
    printed = run(fresh / "jdc", "check", arguments, "--cache-dir", tmp_path / "cache", code=1)
    first, last = shown.split("...\n")
    assert printed.startswith(first)
    assert printed.endswith("\n" + last)


@pytest.mark.slow
def test_the_local_hook_of_the_ci_page(fresh: Path, tmp_path: Path) -> None:
    """The command that pre-commit runs, with the files that it would give."""
    page = (ROOT / "docs" / "ci.md").read_text(encoding="utf-8")
    (block,) = re.findall(r"```yaml\n(repos:\n  - repo: local.*?)```", page, re.DOTALL)
    ((hook,),) = [repo["hooks"] for repo in yaml.safe_load(block)["repos"]]
    program, *arguments = hook["entry"].split()
    files = ["examples/demo.py", "examples/mistakes.py"]
    copy_to(tmp_path / "cache")
    printed = run(fresh / program, *arguments, "--cache-dir", tmp_path / "cache", *files, code=1)
    assert "(checked 2 files)" in printed


@pytest.mark.thorough
@pytest.mark.slow
def test_the_runtime_says_what_optax_is_missing_for(fresh: Path) -> None:
    program = "from jdc_runtime.structure import optim; optim.adamw(1e-3)"
    done = subprocess.run([fresh / "python", "-c", program], capture_output=True, text=True, check=False)
    assert "structure.optim needs optax: pip install optax" in done.stderr
