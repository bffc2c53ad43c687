"""Changes a size, an axis, a dtype or an order of operands in a copy of a package, and says which changes are found.

A change counts where JAX raises in the probe of the package, ``tests/mutants/probes``, which calls it as a user would. It
is found where ``jdc check`` reports something new in the changed module or in a part of the probe that fails.
"""

from __future__ import annotations

import ast
import json
import os
import random
import shutil
import subprocess
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from corpus.runs import jdc
from mutants.shape_changes import Change, changes
from mutants.sources import Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from corpus.verdicts import Place

HERE: Final = Path(__file__).parent
PROBES: Final = HERE / "probes"
PACKAGES: Final = ("distrax", "equinox", "jaxlie", "lineax")
"""The packages of the table, which are quick to check."""
OTHERS: Final = ("diffrax", "flax", "optax")
"""Packages that have a probe too, and are judged when they are named."""
_TRIED: Final = 10
"""For each change that is wanted, how many are tried at most: many do not fail."""


@dataclass(frozen=True)
class Failing:
    """A change for which JAX raises."""

    change: Change
    raised: Mapping[str, str]
    """The error of JAX in each part of the probe that fails."""


@dataclass
class ShapesJudged:
    """The changes of a package: which fail and are found or missed."""

    package: str
    found: list[Failing] = field(default_factory=list[Failing])
    missed: list[Failing] = field(default_factory=list[Failing])
    besides: list[str] = field(default_factory=list[str])
    """New reports that are of no change."""


def judge(package: Path, python: Path, work: Path, *, most: int, seed: int) -> ShapesJudged:
    """Judge at most ``most`` changes of each kind in a package, which is a folder; ``work`` is for the copy and the cache.

    Raises:
        CrashError: the command failed.
        CalledProcessError: the package cannot be imported, or its probe fails.
    """
    folder = work / "shapes" / package.name
    shutil.rmtree(folder, ignore_errors=True)
    copy, probe = folder / package.name, folder / f"probe_{package.name}.py"
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*_test.py"))
    shutil.copy(PROBES / probe.name, probe)
    (folder / "pyproject.toml").write_text("")
    failing = _failing(copy, probe, python, folder, most, seed)
    judged, parts = ShapesJudged(package.name), _parts(probe)

    def findings() -> Mapping[Place, str]:
        return jdc([], python, work / "cache", str(copy), str(probe)).findings

    before = findings()
    for run in _runs(failing):
        for each in run:
            (folder / each.change.source.path).write_text(each.change.text)
        new = {place: text for place, text in findings().items() if place not in before}
        for each in run:
            (folder / each.change.source.path).write_text(each.change.source.text)
        _compare(run, new, parts, judged)
    return judged


def _failing(copy: Path, probe: Path, python: Path, folder: Path, most: int, seed: int) -> list[Failing]:
    """Return a random choice, the same for the same seed, of changes that fail."""
    covered: dict[tuple[str, str], list[str]] = defaultdict(list)
    for part, functions in _trial(python, "cover", copy.name, str(probe)).items():
        for path, function in functions:
            covered[f"{copy.name}/{path}", function].append(part)
    sources = [Source(path, (folder / path).read_text()) for path in sorted({path for path, _ in covered})]
    kinds: dict[str, list[Change]] = defaultdict(list)
    for change in (change for source in sources for change in changes(source)):
        if (change.source.path, change.function) in covered and not change.source.is_silenced(change.edit.span):
            kinds[change.kind].append(change)
    tried = [change for kind in sorted(kinds) for change in _chosen(kind, kinds[kind], _TRIED * most, seed)]
    asked = {
        "package": copy.name,
        "probe": str(probe),
        "most": most,
        "changes": [
            {
                "kind": change.kind,
                "path": change.source.path.partition("/")[2],
                "text": change.text,
                "function": change.function,
                "parts": covered[change.source.path, change.function],
            }
            for change in tried
        ],
    }
    (folder / "changes.json").write_text(json.dumps(asked))
    outcomes = _trial(python, "probe", str(folder / "changes.json"))
    return [Failing(change, raised) for change, raised in zip(tried, outcomes, strict=True) if raised]


def _chosen(kind: str, candidates: Sequence[Change], number: int, seed: int) -> list[Change]:
    return random.Random(f"{seed} {kind}").sample(candidates, min(number, len(candidates)))


def _trial(python: Path, *arguments: str) -> Any:
    run = subprocess.run(
        [str(python), "-W", "ignore", str(HERE / "shape_trial.py"), *arguments],
        env={**os.environ, "JAX_PLATFORMS": "cpu"},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def _parts(probe: Path) -> dict[int, str]:
    """Return the function of each line of a probe."""
    functions = [each for each in ast.parse(probe.read_text()).body if isinstance(each, ast.FunctionDef)]
    return {line: each.name for each in functions for line in range(each.lineno, (each.end_lineno or 0) + 1)}


def _runs(failing: Iterable[Failing]) -> list[list[Failing]]:
    """Divide changes into runs in which no module and no part of the probe sees two."""
    runs: list[list[Failing]] = []
    for each in failing:
        run = next((run for run in runs if not any(_meet(each, other) for other in run)), None)
        if run is None:
            runs.append(run := [])
        run.append(each)
    return runs


def _meet(one: Failing, other: Failing) -> bool:
    return one.change.source is other.change.source or not one.raised.keys().isdisjoint(other.raised)


def _compare(
    run: Sequence[Failing], new: Mapping[Place, str], parts: Mapping[int, str], judged: ShapesJudged
) -> None:
    explained: set[Place] = set()
    for each in run:
        hits = {
            place
            for place in new
            if place.path.endswith(each.change.source.path)
            or (Path(place.path).name.startswith("probe_") and parts.get(place.line) in each.raised)
        }
        explained |= hits
        (judged.found if hits else judged.missed).append(each)
    judged.besides += [f"{place} {text}" for place, text in new.items() if place not in explained]
