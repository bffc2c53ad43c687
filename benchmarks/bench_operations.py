"""The cost of one answer of the rules of operations, beside `jax.eval_shape` on the same call."""

from __future__ import annotations

import os
import statistics
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING

os.environ.setdefault("JAX_PLATFORMS", "cpu")
sys.path.insert(0, str(Path(__file__).parent.parent / "tests"))

import report
from operations import oracle
from operations.choices import Seeded
from operations.families import sample, targets

if TYPE_CHECKING:
    from collections.abc import Callable


def measure(*, quick: bool = False) -> report.Report:
    """Take the median over calls of every operation: each rule is timed alone, warm, and `jax.eval_shape` once."""
    rules: list[float] = []
    real: list[float] = []
    for seed, target in enumerate(targets()):
        if not target.partition(":")[1] and oracle.function(target) is None:
            continue
        call = sample(target, Seeded(seed))
        args = [oracle.abstract(arg) for arg in call.args]
        kwargs = {name: oracle.abstract(arg) for name, arg in call.kwargs.items()}
        rules.append(_fastest(lambda call=call, args=args, kwargs=kwargs: oracle.answer(call.target, args, kwargs)))
        if seed % (20 if quick else 5) == 0:
            real.append(_fastest(lambda call=call: oracle.actual(call, wide=False), repeats=3))
    middle, most = statistics.median(rules), statistics.quantiles(rules, n=100)[98]
    verdicts = [
        report.Verdict("one answer, median over operations", middle, 50, unit=" us"),
        report.Verdict("one answer, 99 of 100 operations", most, 200, unit=" us"),
        report.Verdict("jax.eval_shape, median, as a multiple", statistics.median(real) / middle, 10, at_most=False),
    ]
    return report.Report("operations", verdicts=verdicts)


def _fastest(call: Callable[[], object], repeats: int = 20) -> float:
    """Return the microseconds of the fastest of several calls."""
    call()
    times: list[float] = []
    for _ in range(repeats):
        start = time.perf_counter()
        call()
        times.append(time.perf_counter() - start)
    return 1e6 * min(times)


if __name__ == "__main__":
    report.main(measure)
