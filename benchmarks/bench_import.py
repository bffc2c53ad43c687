"""The time that ``import jdc_runtime`` adds to ``import jax``."""

from __future__ import annotations

import os
import subprocess
import sys

import report

# Processor time: on a busy machine the wall clock mostly shows who else was running.
_PROGRAM = """
import time, jax
start = time.process_time()
import jdc_runtime
print(1000 * (time.process_time() - start))
"""


def measure(*, quick: bool = False) -> report.Report:
    """Import in fresh processes and take the fastest; the first one only leaves the bytecode for the others."""
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"}
    times = [_import_once(environment) for _ in range(4 if quick else 10)]
    added = report.Verdict("import jdc_runtime after import jax", min(times[1:]), 20, unit="ms")
    return report.Report("import", verdicts=[added])


def _import_once(environment: dict[str, str]) -> float:
    command = [sys.executable, "-P", "-c", _PROGRAM]
    done = subprocess.run(command, env=environment, check=True, capture_output=True, text=True)
    return float(done.stdout)


if __name__ == "__main__":
    report.main(measure)
