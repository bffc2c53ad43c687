"""Runs of ``jdc check`` and of mypy over installed packages, with the processor time of each."""

from __future__ import annotations

import json
import os
import re
import resource
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from corpus.verdicts import Place

from jdc_check.mypy_process import CONFIGURATION, PLUGIN, UNTYPED_LIBRARIES
from jdc_spec.environment import VARIABLE

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_INSTALLED: Final = re.compile(r".*?/site-packages/")
_CRASH: Final = re.compile(r"INTERNAL ERROR|Traceback \(most recent call last\)")


class CrashError(Exception):
    """mypy or the command failed; the message is what it printed."""


@dataclass(frozen=True)
class Checked:
    """The findings of ``jdc check`` in a package."""

    findings: dict[Place, str]
    """The message of each finding."""
    files: int
    seconds: float


@dataclass(frozen=True)
class Errors:
    """The messages of mypy about a package, one for each line and code: its own errors, and findings of jdc."""

    others: dict[Place, str]
    findings: dict[Place, str]
    seconds: float


def jdc(modules: Sequence[str], python: Path, cache: Path, *options: str) -> Checked:
    """Run ``jdc check --output json``.

    Raises:
        CrashError: it did not check everything.
    """
    cache.mkdir(parents=True, exist_ok=True)
    command = ["jdc_check", "check", "--output", "json", "--python-executable", str(python)]
    command += ["--cache-dir", str(cache), *options]
    status, output, errors, seconds = _run([*command, *_packages(modules)], cache)
    if status not in {0, 1} or _CRASH.search(errors):
        raise CrashError(f"jdc check {' '.join(modules)}: exit code {status}\n{errors}")
    report = json.loads(output)
    if report["unchecked"]:
        raise CrashError(f"jdc check {' '.join(modules)}: not checked: {report['unchecked']}")
    return Checked(_places(report["findings"], "path"), report["checked_files"], seconds)


def mypy(modules: Sequence[str], python: Path, cache: Path, *options: str, plugin: bool) -> Errors:
    """Run mypy as ``jdc check`` does, with or without the plugin.

    Raises:
        CrashError: mypy crashed.
    """
    cache.mkdir(parents=True, exist_ok=True)
    configuration = cache / "mypy.ini"
    configuration.write_text(_configuration(modules, plugin=plugin))
    command = ["mypy", f"--config-file={configuration}", f"--cache-dir={cache}", f"--python-executable={python}"]
    command += ["--output=json", "--no-error-summary", "--show-traceback", "--soft-error-limit=-1", *options]
    status, output, errors, seconds = _run([*command, *_packages(modules)], cache)
    if status not in {0, 1} or _CRASH.search(errors) or _CRASH.search(output):
        raise CrashError(f"mypy {' '.join(modules)}: exit code {status}\n{errors}{output[-2000:]}")
    return _errors(output, seconds)


def _errors(output: str, seconds: float) -> Errors:
    records = [json.loads(line) for line in output.splitlines() if line.startswith('{"file":')]
    told = [each for each in records if each["severity"] == "error"]
    ours = [each for each in told if str(each["code"]).startswith("jdc-")]
    others = [each for each in told if each not in ours]
    return Errors(_places(others, "file"), _places(ours, "file"), seconds)


def _places(records: Iterable[dict[str, Any]], path: str) -> dict[Place, str]:
    return {Place(_relative(each[path]), each["line"], str(each["code"])): each["message"] for each in records}


def _relative(path: str) -> str:
    """Return a path within the directory of installed packages."""
    return _INSTALLED.sub("", Path(path).as_posix(), count=1)


def _configuration(modules: Sequence[str], *, plugin: bool) -> str:
    followed = ",".join(f"{name},{name}.*" for name in dict.fromkeys((*UNTYPED_LIBRARIES, *modules)))
    general = CONFIGURATION if plugin else CONFIGURATION.replace(f"plugins = {PLUGIN}\n", "")
    return f"{general}\n[mypy-{followed}]\nfollow_untyped_imports = True\n"


def _packages(modules: Sequence[str]) -> list[str]:
    return [argument for module in modules for argument in ("-p", module)]


def _run(command: Sequence[str], directory: Path) -> tuple[int, str, str, float]:
    """Return the exit code, the output, the errors and the processor time; not in a directory with packages in it."""
    environment = {name: value for name, value in os.environ.items() if name not in {"MYPYPATH", VARIABLE}}
    before = _seconds()
    run = subprocess.run(
        [sys.executable, "-P", "-m", *command],
        cwd=directory,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    return run.returncode, run.stdout, run.stderr, _seconds() - before


def _seconds() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime
