"""One suite, run in its environment with its shim."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from peers.environment import InstallError, prepare
from peers.outcome import Report, Verdict, judge, read_report
from peers.sources import AbsentError, provide
from peers.suite import SHIMS, Suite

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TIMEOUT: Final = 3600


@dataclass(frozen=True)
class Ran:
    """A suite that ran."""

    suite: Suite
    verdict: Verdict
    jax: str


@dataclass(frozen=True)
class Skipped:
    """A suite that could not run, and the reason."""

    suite: Suite
    reason: str


def run(suite: Suite, cache: Path, wheel: Path, checkouts: Path | None) -> Ran | Skipped:
    """Run a suite with the wheel's jdc in its place. The output of pytest is in ``cache/reports/NAME.log``."""
    try:
        source = provide(suite, cache, checkouts)
    except AbsentError as absent:
        return Skipped(suite, str(absent))
    try:
        report = run_pytest(suite, source, prepare(suite, cache, wheel), cache / "reports")
    except (InstallError, subprocess.TimeoutExpired) as failure:
        return Ran(suite, Verdict(0, 0, 0, (str(failure),)), "-")
    return Ran(suite, judge(suite, report), report.properties.get("jax", "-"))


def run_pytest(suite: Suite, source: Path, python: Path, reports: Path) -> Report:
    """Run the tests of a folder with a Python that has what they need; no report means that pytest did not start.

    Raises:
        subprocess.TimeoutExpired: they take longer than an hour.
    """
    reports.mkdir(parents=True, exist_ok=True)
    report = reports / f"{suite.name}.xml"
    report.unlink(missing_ok=True)
    command = [str(python), "-m", "pytest", "-q", "-c", str(_configuration(source, reports)), "--rootdir=."]
    command += ["-p", f"{suite.shim}_shim", "-p", "no:cacheprovider"]
    command += ["--tb=short", "--color=no", f"--junit-xml={report}", "-o", "junit_family=xunit1"]
    command += _left_out(suite)
    search = [SHIMS, *(source / folder for folder in suite.path)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(map(str, search)),
        "JAX_PLATFORMS": "cpu",
        "PYTHONDONTWRITEBYTECODE": "1",
    }
    with (reports / f"{suite.name}.log").open("w") as log:
        subprocess.run(
            [*command, *suite.tests],
            cwd=source,
            env=environment,
            stdout=log,
            stderr=subprocess.STDOUT,
            timeout=_TIMEOUT,
            check=False,
        )
    return read_report(report.read_text()) if report.exists() else Report({}, {})


def _left_out(suite: Suite) -> Iterator[str]:
    for entry in suite.left_out:
        if entry.python is None or sys.version_info < entry.python:
            yield from (f"--deselect={test}" if "::" in test else f"--ignore={test}" for test in entry.tests)


def _configuration(source: Path, reports: Path) -> Path:
    """Return the suite's own configuration of pytest, or an empty one, so that it does not get this project's."""
    own = source / "pyproject.toml"
    if own.exists() and "[tool.pytest" in own.read_text():
        return own
    empty = reports / "pytest.ini"
    empty.write_text("[pytest]\n")
    return empty
