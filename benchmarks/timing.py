"""Timing whose ratios can be stated, on a machine that has other things to do.

pyperf runs each benchmark in processes of its own, minutes apart, so on a busy machine a ratio of two of its
results drifts by more than the 3 % that are to be shown here. Contenders therefore take turns in one
process, in rotating order, in samples short enough that some of them are left undisturbed, and the fastest
sample counts. Each contender is built anew several times, which averages over the luck of memory layout.
"""

from __future__ import annotations

import gc
import math
import timeit
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Make = Callable[[], Callable[[], object]]
    """Sets a contender up and returns the function to time."""

_SAMPLE_SECONDS = 5e-4


def race(contenders: Mapping[str, Make], *, quick: bool = False, sample: float = _SAMPLE_SECONDS) -> dict[str, float]:
    """Return the nanoseconds that one call takes, for each contender."""
    builds, rounds = (2, 25) if quick else (5, 80)
    best = dict.fromkeys(contenders, math.inf)
    for _ in range(builds):
        timers = {name: timeit.Timer(make()) for name, make in contenders.items()}
        gc.collect()
        calls = {name: _calls_per_sample(timer, sample) for name, timer in timers.items()}
        names = list(timers)
        for turn in range(rounds):
            first = turn % len(names)
            for name in names[first:] + names[:first]:
                best[name] = min(best[name], timers[name].timeit(calls[name]) / calls[name])
    return {name: seconds * 1e9 for name, seconds in best.items()}


def _calls_per_sample(timer: timeit.Timer, sample: float) -> int:
    timer.timeit(20)  # lets the interpreter specialise the code first
    once = min(timer.repeat(5, 10)) / 10
    return max(1, round(sample / once))
