"""``jax-jdc-check``: what checks, in an environment that has no jax."""

from __future__ import annotations

import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from warm_cache import copy_to

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "distributions" / "jax-jdc-check"


def project(folder: Path) -> dict[str, Any]:
    return tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))


def test_both_distributions_say_the_same() -> None:
    whole, part = project(ROOT), project(FOLDER)
    assert part["project"]["version"] == whole["project"]["version"]
    assert part["project"]["dependencies"] == whole["project"]["optional-dependencies"]["check"]
    for same in ("scripts", "requires-python", "license", "classifiers"):
        assert part["project"][same] == whole["project"][same]
    packages = {Path(package).name for package in whole["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]}
    assert packages - set(included().values()) == {"jdc_runtime", "jdc_runtime-stubs"}
    assert {(FOLDER / source).resolve() for source in included()} > {ROOT / "docs/rules", ROOT / "jdc_check"}


def included() -> dict[str, str]:
    return project(FOLDER)["tool"]["hatch"]["build"]["targets"]["wheel"]["force-include"]


@pytest.mark.slow
def test_it_checks_with_the_packages_of_another_environment(tmp_path: Path) -> None:
    uv, bin_ = Path(sys.executable).parent / "uv", tmp_path / "venv" / "bin"
    subprocess.run([uv, "venv", "--quiet", "--python", sys.executable, bin_.parent], check=True)
    pins = ("--constraint", ROOT / "requirements-dev.txt")
    subprocess.run([uv, "pip", "install", "--quiet", "--python", bin_ / "python", *pins, FOLDER], check=True)
    installed = {path.name for path in bin_.parent.glob("lib/*/site-packages/*")}
    assert not installed & {"jax", "jaxlib", "numpy", "jdc_runtime"}
    copy_to(tmp_path / "cache")
    arguments = ("check", "--cache-dir", tmp_path / "cache", "--python-executable", sys.executable, "-o", "concise")
    done = subprocess.run(
        [bin_ / "jdc", *arguments, ROOT / "examples" / "mistakes.py"],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, "")
    assert "[jdc-frozen]" in done.stdout
    version = subprocess.run([bin_ / "jdc", "--version"], capture_output=True, encoding="utf-8", check=True)
    assert version.stdout == f"jdc, version {project(ROOT)['project']['version']}\n"
