"""Wall time of ``jdc check --with pyright`` against pyright and ``jdc check`` side by side, on jaxlie."""

from __future__ import annotations

import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

import report

BIN = Path(sys.executable).parent
PACKAGE = "jaxlie"


def measure(*, quick: bool = False) -> report.Report:
    """Run both in turn, with full caches, and compare the fastest wall time of each."""
    with tempfile.TemporaryDirectory(prefix="jdc-bench-") as folder:
        project = Path(folder)
        spec = importlib.util.find_spec(PACKAGE)
        assert spec is not None
        assert spec.submodule_search_locations
        shutil.copytree(next(iter(spec.submodule_search_locations)), project / PACKAGE)
        pyright, check = [BIN / "pyright", PACKAGE], [BIN / "jdc", "check", PACKAGE]
        together = [*check, "--with", "pyright"]
        _run(project, check)  # analyses jax
        beside: list[float] = []
        one: list[float] = []
        for _ in range(3 if quick else 10):
            beside.append(_run(project, pyright, check))
            one.append(_run(project, together))
    verdict = report.Verdict("jdc check --with pyright to both side by side", min(one) / min(beside), 1.1)
    return report.Report("beside", verdicts=[verdict])


def _run(project: Path, *commands: Sequence[object]) -> float:
    """Return the wall time of commands that run at the same time."""
    environment = {**os.environ, "VIRTUAL_ENV": sys.prefix, "PATH": f"{BIN}{os.pathsep}{os.environ['PATH']}"}
    start = time.perf_counter()
    running = [
        subprocess.Popen(
            [str(word) for word in command],
            cwd=project,
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for command in commands
    ]
    for each in running:
        each.wait()
    return time.perf_counter() - start


if __name__ == "__main__":
    report.main(measure)
