"""Whatever is wrong with one file, the others are checked."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest
from warm_cache import copy_to

import jdc_check.mypy_process
from jdc_check.errors import InternalError
from jdc_check.run import check
from jdc_check.settings import Settings
from jdc_spec.rules import BY_CODE

from .conftest import STATE, Runner, write

MISTAKE = "\nState(1).x = 2\n"

PROJECT = {
    "states.py": STATE,
    "good.py": "from states import State\nimport broken" + MISTAKE,
    "broken.py": "def f(:\n",
    "also_broken.py": "x = = 1\n",
    "scripts/a/train.py": "from helper import State" + MISTAKE,
    "scripts/a/helper.py": STATE,
    "scripts/b/train.py": "from helper import State" + MISTAKE,
    "scripts/b/helper.py": STATE + "    y: int = 0\n",
    "scripts/c/types.py": "x = 1\n",
    "scripts/c/run.py": "x = 1\n",
    "my-package/__init__.py": "",
    "my-package/inner/__init__.py": STATE,
    "my-package/use.py": "from inner import State" + MISTAKE,
    "my-script.py": "from states import State" + MISTAKE,
    "models/layers.py": STATE,
    "models/net.py": "from layers import State" + MISTAKE,
    "nets/layers.py": STATE,
    "nets/net.py": "from nets.layers import State" + MISTAKE,
    "main.py": "import models.net\nfrom nets.net import State" + MISTAKE,
    "double.py": STATE + MISTAKE,
    "double/__init__.py": STATE + MISTAKE + "x = 1\n",
    "with space, and: more.py": "from states import State" + MISTAKE,
    "@at/-dash.py": "from states import State" + MISTAKE,
    "empty/readme.txt": "",
}


@pytest.mark.slow
@pytest.mark.thorough
def test_everything_at_once(jdc: Runner, tmp_path: Path) -> None:
    project = write(tmp_path / "project", PROJECT)
    (project / "new\nline.py").touch()
    (project / "latin.py").write_bytes(b'x = "\xff\xfe"\n')
    cache = tmp_path / "cache"
    copy_to(
        cache
    )  # of its own: where `types` is left out, jax is analysed again, and is for the next run that has it
    missing = ["nowhere.py", "empty", "empty/readme.txt", "-p", "no_such_package", "-p", "not-a-name"]
    done = jdc(project, "check", ".", *missing, "-o", "json", "--cache-dir", str(cache))
    report = json.loads(done.stdout)

    assert done.returncode == 2
    assert [finding["path"] for finding in report["findings"]] == [
        "@at/-dash.py",
        "double.py",
        "double/__init__.py",
        "good.py",
        "main.py",
        "models/net.py",
        "my-package/use.py",
        "my-script.py",
        "nets/net.py",
        "scripts/a/train.py",
        "scripts/b/train.py",
        "with space, and: more.py",
    ]
    reasons = {entry["path"]: entry["reason"] for entry in report["unchecked"]}
    assert all(entry["requested"] for entry in report["unchecked"])
    assert reasons.pop("broken.py").startswith("cannot be parsed: ")
    assert reasons.pop("also_broken.py").startswith("cannot be parsed: ")
    assert "'utf-8' codec can't decode byte 0xff" in reasons.pop("latin.py")
    assert reasons.pop("scripts/c/types.py") == 'This file shadows library module "types"'
    assert reasons.pop("scripts/c/run.py").startswith("scripts/c/types.py is in the way: ")
    assert reasons.pop("nowhere.py") == "no such file or directory"
    assert reasons.pop("empty") == "there are no Python files in this directory"
    assert reasons.pop("empty/readme.txt") == "not a Python file (.py, .pyi or .ipynb)"
    assert reasons.pop("no_such_package").startswith("this package is not installed where ")
    assert reasons.pop("not-a-name").startswith("this package is not installed where ")
    assert reasons.pop("'new\\nline.py'") == "its path holds control characters or is not valid Unicode"
    assert reasons == {}
    assert report["checked_files"] == len(PROJECT) - 5  # readme.txt and what is broken or in the way
    assert done.stderr.count("error: ") == 11
    assert "broken.py:1: error: cannot be parsed" in done.stderr


def test_broken_import_is_a_warning(jdc: Runner, tmp_path: Path) -> None:
    write(tmp_path, {"good.py": "import broken\n", "broken.py": "def f(:\n"})
    done = jdc(tmp_path, "check", "good.py")
    assert (done.returncode, done.stdout) == (0, "No problems found (checked 1 file)\n")
    assert done.stderr.startswith("broken.py:1: warning: cannot be parsed: ")


def test_nothing_to_check_is_no_clean_result(jdc: Runner, tmp_path: Path) -> None:
    done = jdc(tmp_path, "check", "nowhere.py")
    assert (done.returncode, done.stdout) == (2, "Nothing was checked\n")
    assert done.stderr == "nowhere.py: error: no such file or directory\n"


def settings(cache: Path, *paths: str, debug: bool = False) -> Settings:
    return Settings(
        paths=paths,
        packages=(),
        root=Path.cwd(),
        codes=frozenset(BY_CODE),
        exclude=(),
        cache_dir=cache,
        python_executable=None,
        debug=debug,
    )


CRASHING_PLUGIN = """
from jdc_mypy_plugin import JdcPlugin


class CrashingPlugin(JdcPlugin):
    def get_function_hook(self, fullname):
        if fullname == "builtins.input":
            raise RuntimeError("the plugin fell over")
        return super().get_function_hook(fullname)


def plugin(version):
    return CrashingPlugin
"""


@pytest.mark.slow
@pytest.mark.parametrize("debug", [False, True])
def test_crash_costs_one_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, debug: bool) -> None:
    """A plugin that really crashes, in a real run of mypy."""
    files = {"a.py": "input()\n", "b.py": "x = 1\n", "plugin/crashing_plugin.py": CRASHING_PLUGIN}
    write(tmp_path, files)
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(tmp_path / "plugin"))
    monkeypatch.setenv("PYTHONPATH", f"{tmp_path / 'plugin'}:{Path(jdc_check.__file__).parents[1]}")
    ours, theirs = jdc_check.mypy_process.PLUGIN, "crashing_plugin"
    configuration = jdc_check.mypy_process.CONFIGURATION.replace(ours, theirs)
    monkeypatch.setattr(jdc_check.mypy_process, "CONFIGURATION", configuration)
    report = check(settings(tmp_path / "cache", "a.py", "b.py", debug=debug), sys.executable)
    assert (report.findings, report.checked_files, report.failed) == ((), 1, True)
    (crash,) = report.unchecked
    assert (crash.path, crash.line) == ("a.py", 1)
    assert crash.reason.startswith("the analysis crashed on this file; please report it")
    assert ("RuntimeError: the plugin fell over" in crash.reason) == debug


def test_trouble_that_no_file_is_guilty_of(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"a.py": "x = 1\n"})
    monkeypatch.chdir(tmp_path)
    configuration = jdc_check.mypy_process.CONFIGURATION.replace(jdc_check.mypy_process.PLUGIN, "no_such_plugin")
    monkeypatch.setattr(jdc_check.mypy_process, "CONFIGURATION", configuration)
    with pytest.raises(InternalError, match=r'^Error importing plugin "no_such_plugin"'):
        check(settings(tmp_path / "cache", "a.py"), sys.executable)
