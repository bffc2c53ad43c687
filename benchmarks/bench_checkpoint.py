"""Saving and loading 400 MB in one file, against safetensors' own functions, which take no checksums.

Loads read a file that is in the page cache. `checkpoint.save` returns when the file is on disk and has its name;
``save_file`` of safetensors returns when the system has the bytes. So two comparisons are made: `save` without its
``fsync`` against ``save_file``, and `save` as it is against ``save_file`` followed by ``fsync`` and a rename.

The targets are for processor time, that of the system included: on a busy machine the wall clock mostly shows who
else was running. Cases that wait for the disk have their target in wall time.
"""

from __future__ import annotations

import math
import os
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING
from unittest import mock

import jax
import jax.numpy as jnp
import numpy as np
import report
import safetensors.flax
import safetensors.numpy

from jdc_runtime import checkpoint

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

_ARRAYS, _SHAPE = 100, (1000, 1000)
_TARGET = 1.5


def measure(*, quick: bool = False) -> report.Report:
    """Let jdc and safetensors take turns, with numpy arrays and with those of JAX; the fastest of each counts."""
    walls, processors, verdicts = {}, {}, []
    for kind, peer in (("numpy", safetensors.numpy), ("flax", safetensors.flax)):
        with tempfile.TemporaryDirectory() as directory:
            races = _contenders(kind, peer, Path(directory, "ours.jdc"), Path(directory, "theirs.safetensors"))
            for what, contenders in races.items():
                wall, processor = _race(contenders, 4 if quick else 12)
                name = f"{what}, safetensors.{kind}"
                walls[name], processors[name] = wall, processor
                counted = wall if "disk" in what else processor
                verdicts.append(report.Verdict(name, counted["jdc"] / counted["safetensors"], _TARGET))
    title = "400 MB in 100 arrays of float32"
    tables = [
        report.times_table(f"{title}: {unit}", rows, "safetensors")
        for unit, rows in (("processor time", processors), ("wall time", walls))
    ]
    return report.Report("checkpoint", tables, verdicts)


def _contenders(kind: str, peer, ours: Path, theirs: Path) -> dict[str, dict[str, Callable[[], object]]]:
    numbers = np.random.default_rng(0)
    tree: dict[str, object] = {
        f"layer{index}": numbers.standard_normal(_SHAPE, dtype=np.float32) for index in range(_ARRAYS)
    }
    if kind == "flax":
        tree = jax.block_until_ready(jax.tree.map(jnp.asarray, tree))
    other = theirs.with_suffix(".tmp")

    def save() -> None:
        checkpoint.save(ours, tree)

    def save_unsynced() -> None:
        with mock.patch("os.fsync"):
            save()

    def save_file_synced() -> None:
        peer.save_file(tree, other)
        descriptor = os.open(other, os.O_RDONLY)
        os.fsync(descriptor)
        os.close(descriptor)
        other.replace(theirs)

    return {
        "save without fsync": {"jdc": save_unsynced, "safetensors": lambda: peer.save_file(tree, theirs)},
        "save to disk": {"jdc": save, "safetensors": save_file_synced},
        "load": {
            "jdc": lambda: jax.block_until_ready(checkpoint.load(ours)),
            "safetensors": lambda: jax.block_until_ready(peer.load_file(theirs)),
        },
        "load into a template": {
            "jdc": lambda: jax.block_until_ready(checkpoint.load(ours, like=tree)),
            "safetensors": lambda: jax.block_until_ready(peer.load_file(theirs)),
        },
    }


def _race(contenders: Mapping[str, Callable[[], object]], rounds: int) -> tuple[dict[str, float], dict[str, float]]:
    """Return the nanoseconds of the fastest call of each, by the clock and of the processor."""
    wall, processor = dict.fromkeys(contenders, math.inf), dict.fromkeys(contenders, math.inf)
    names = list(contenders)
    for turn in range(rounds + 1):
        for name in names if turn % 2 else reversed(names):
            os.sync()  # what others left to be written is not on this one's bill
            start, busy = time.perf_counter_ns(), time.process_time_ns()
            contenders[name]()
            busy, passed = time.process_time_ns() - busy, time.perf_counter_ns() - start
            if turn:
                wall[name], processor[name] = min(wall[name], passed), min(processor[name], busy)
    return wall, processor


if __name__ == "__main__":
    report.main(measure)
