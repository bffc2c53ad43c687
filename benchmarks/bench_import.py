"""What ``import jdc_runtime`` adds to ``import jax``."""

from __future__ import annotations

import subprocess
import sys

import report

_PROGRAM = """
import time, jax
start = time.perf_counter()
import jdc_runtime
print(1000 * (time.perf_counter() - start))
"""


def measure(*, quick: bool = False) -> report.Report:
    """Import in fresh processes and take the fastest; the first only compiles to bytecode."""
    times = [
        float(subprocess.run([sys.executable, "-c", _PROGRAM], check=True, capture_output=True, text=True).stdout)
        for _ in range(4 if quick else 9)
    ]
    added = report.Verdict("import jdc_runtime after import jax", min(times[1:]), 20, unit="ms")
    return report.Report("import", verdicts=[added])


if __name__ == "__main__":
    report.main(measure)
