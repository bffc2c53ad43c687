"""Time that the plugin adds to mypy: on flax and jaxlie, after an edit, and on a module of dataclasses."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import flax
import mypy_runs
import report

PACKAGES = ("-p", "flax", "-p", "jaxlie")
HEADER = """\
from dataclasses import dataclass, field
from typing import Annotated

import jax
import jax.numpy as jnp
import jdc_runtime as jdc

"""
CLASS = """\
@jdc.pytree_dataclass
class Layer{number}:
    weight: jax.Array
    bias: Annotated[jax.Array, (..., 3), jnp.float32]
    steps: int = 0
    name: jdc.Static[str] = "layer"

    def scaled(self, by: float) -> jax.Array:
        return self.weight * by + self.steps


@dataclass(frozen=True)
class Config{number}:
    size: int
    rate: float = field(default=0.1)


def make_{number}(x: jax.Array, config: Config{number}) -> Layer{number}:
    return Layer{number}(x, x, steps=config.size)


"""


def measure(*, quick: bool = False) -> report.Report:
    """Run mypy without and with the plugin in turn, and compare the fastest processor time of each."""
    mypy_runs.compile_plugin()
    with tempfile.TemporaryDirectory(prefix="jdc-bench-") as folder:
        configurations = mypy_runs.configurations(Path(folder))
        mypy_runs.seconds(configurations["plain"], Path(folder) / "first", *PACKAGES)  # reads all files from the disk
        cold = _fastest(configurations, Path(folder), rounds=2 if quick else 4, warm=False)
        warm = _fastest(configurations, Path(folder), rounds=4 if quick else 20, warm=True)
        edited = _edited(configurations, Path(folder), rounds=2 if quick else 6)
        dense = _dense(configurations, Path(folder), rounds=2 if quick else 6)
    return report.Report(
        "plugin",
        verdicts=[
            report.Verdict("mypy with the plugin, empty cache", cold["plugin"] / cold["plain"], 1.05),
            report.Verdict("a changed module of 2,000 dataclasses", dense["plugin"] / dense["plain"], 1.3),
            report.Verdict("mypy with the plugin, full cache", warm["plugin"] / warm["plain"], 1.05),
            report.Verdict("a project of which one module has changed", edited["plugin"] / edited["plain"], 2.0),
        ],
    )


def _fastest(configurations: dict[str, Path], folder: Path, *, rounds: int, warm: bool) -> dict[str, float]:
    times: dict[str, list[float]] = {name: [] for name in configurations}
    for number in range(rounds):
        for name, file in configurations.items():
            cache = folder / (name if warm else f"{name}-{number}")
            if warm and number == 0:
                mypy_runs.seconds(file, cache, *PACKAGES)
            times[name].append(mypy_runs.seconds(file, cache, *PACKAGES))
    return {name: min(each) for name, each in times.items()}


def _edited(configurations: dict[str, Path], folder: Path, *, rounds: int) -> dict[str, float]:
    """Check a copy of flax, as a project of its own, each time after a function of a module has changed."""
    project = folder / "project"
    shutil.copytree(Path(flax.__file__).parent, project / "flax")
    module = project / "flax" / "training" / "early_stopping.py"
    source = module.read_text()
    times: dict[str, list[float]] = {name: [] for name in configurations}
    for number in range(rounds + 1):
        module.write_text(f"{source}\n\ndef number():\n    return {number}\n")
        for name, file in configurations.items():
            times[name].append(mypy_runs.seconds(file, folder / f"{name}-edited", str(project / "flax")))
    return {name: min(each[1:]) for name, each in times.items()}


def _dense(configurations: dict[str, Path], folder: Path, *, rounds: int) -> dict[str, float]:
    """Check a module of 1,000 pytree dataclasses and as many plain ones again and again, jax being in the cache."""
    module = folder / "dense" / "dense.py"  # with no other file in its project
    module.parent.mkdir()
    (module.parent / "pyproject.toml").touch()
    source = HEADER + "".join(CLASS.replace("{number}", str(number)) for number in range(1000))
    times: dict[str, list[float]] = {name: [] for name in configurations}
    for number in range(rounds + 1):
        module.write_text(f"{source}# {number}\n")
        for name, file in configurations.items():
            times[name].append(mypy_runs.seconds(file, folder / f"{name}-dense", str(module)))
    return {name: min(each[1:]) for name, each in times.items()}


if __name__ == "__main__":
    report.main(measure)
