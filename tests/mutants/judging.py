"""Plants mutants in a copy of a package, in runs that let each be seen, and says which of them are found."""

from __future__ import annotations

import json
import os
import random
import shutil
import subprocess
import sys
from collections import defaultdict
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from corpus.runs import jdc
from mutants import definitions, roles, uses
from mutants.mutant import Kind, Mutant, PytreeClass, pytree_class
from mutants.sources import Changed, Source

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from corpus.verdicts import Place

KINDS: Final = (*roles.KINDS, *definitions.KINDS, *uses.KINDS)
_TRIAL: Final = Path(__file__).parent / "trial.py"
Planted = tuple[Kind, Mutant]


@dataclass
class Judged:
    """The mutants of a package: which fail and are found or missed, and findings that belong to none."""

    found: list[Planted] = field(default_factory=list)
    missed: list[Planted] = field(default_factory=list)
    besides: list[str] = field(default_factory=list)


def judge(package: Path, python: Path, work: Path, *, most: int, seed: int, kinds: Sequence[Kind] = KINDS) -> Judged:
    """Judge at most ``most`` mutants of each kind in a package, which is a folder; ``work`` is for the copy and the cache.

    Raises:
        CrashError: the command failed.
        CalledProcessError: the package cannot be imported.
    """
    copy = work / "copies" / package.name
    shutil.rmtree(copy, ignore_errors=True)
    shutil.copytree(package, copy, ignore=shutil.ignore_patterns("__pycache__", "*.so"))
    (copy.parent / "pyproject.toml").write_text("")
    (work / "input").mkdir(exist_ok=True)
    sources = [_source(file, copy.parent) for file in sorted(copy.rglob("*.py"))]
    candidates = _candidates(kinds, sources, _classes(package, python), 2 * most, seed)
    chosen = _failing(candidates, package, python, work / "input" / "mutants.json", most)
    judged = Judged()
    before = jdc([], python, work / "cache", str(copy)).findings.keys()
    runs = _runs(chosen)
    print(f"{package.name}: {len(chosen)} mutants in {len(runs)} runs", file=sys.stderr, flush=True)
    for run in runs:
        changed = {source.path: _changed(source, run) for source in {mutant.source for _, mutant in run}}
        for path, text in changed.items():
            (copy.parent / path).write_text(text.text)
        found = jdc([], python, work / "cache", str(copy)).findings
        _compare(run, changed, {place: text for place, text in found.items() if place not in before}, judged)
        for path, text in changed.items():
            (copy.parent / path).write_text(text.source.text)
    return judged


def _source(file: Path, root: Path) -> Source:
    return Source(file.relative_to(root).as_posix(), file.read_text())


def _trial(package: Path, python: Path, *arguments: str) -> Any:
    run = subprocess.run(
        [str(python), str(_TRIAL), *arguments],
        env={**os.environ, "JAX_PLATFORMS": "cpu", "PYTHONPATH": str(package.parent)},
        capture_output=True,
        text=True,
        check=True,
    )
    return json.loads(run.stdout)


def _classes(package: Path, python: Path) -> dict[str, list[PytreeClass]]:
    """Return the dataclasses of a package by file."""
    classes: dict[str, list[PytreeClass]] = defaultdict(list)
    for told in _trial(package, python, "survey", package.name):
        path = Path(told["file"]).relative_to(package.parent).as_posix()
        classes[path].append(pytree_class(told, path))
    return classes


def _candidates(
    kinds: Sequence[Kind], sources: Sequence[Source], classes: dict[str, list[PytreeClass]], most: int, seed: int
) -> list[Planted]:
    """Return a random choice, the same for the same seed, of places for each kind."""
    choice: list[Planted] = []
    for kind in kinds:
        planted = [
            (kind, mutant)
            for source in sources
            for mutant in kind.plant(source, classes.get(source.path, []))
            if not any(map(source.is_silenced, mutant.places))
        ]
        choice += random.Random(f"{seed} {kind.name}").sample(planted, min(most, len(planted)))
    return choice


def _failing(planted: Sequence[Planted], package: Path, python: Path, file: Path, most: int) -> list[Planted]:
    """Return the mutants that a probe shows to fail, at most ``most`` of each kind."""
    file.write_text(json.dumps([_asked(kind, mutant) for kind, mutant in planted]))
    outcomes = _trial(package, python, "probe", str(file))
    failing = [each for each, outcome in zip(planted, outcomes, strict=True) if outcome]
    return [each for kind in KINDS for each in [each for each in failing if each[0] is kind][:most]]


def _asked(kind: Kind, mutant: Mutant) -> dict[str, str]:
    text = _changed(mutant.source, [(kind, mutant)]).text
    return {
        "module": mutant.source.module,
        "path": mutant.source.path,
        "text": text,
        "probe": kind.probe,
        "class": mutant.cls,
        "field": mutant.field,
    }


def _runs(planted: Iterable[Planted]) -> list[list[Planted]]:
    """Divide mutants into runs in which none touches what another one touches."""
    runs: list[list[Planted]] = []
    for each in planted:
        run = next((run for run in runs if all(_fit(each, other) for other in run)), None)
        if run is None:
            runs.append(run := [])
        run.append(each)
    return runs


def _fit(first: Planted, second: Planted) -> bool:
    (kind, one), (other_kind, other) = first, second
    if kind.is_definition != other_kind.is_definition:
        return False
    places = [f"{each.source.module}.{each.scope}" for each in (one, other)]
    return places[0] not in {places[1], *other.kin} and places[1] not in one.kin


def _changed(source: Source, run: Iterable[Planted]) -> Changed:
    mutants = [mutant for _, mutant in run if mutant.source is source]
    edits = dict.fromkeys(edit for mutant in mutants for edit in mutant.edits)
    return Changed(source, tuple(edits), tuple(mutant.appended for mutant in mutants if mutant.appended))


def _compare(run: Sequence[Planted], changed: dict[str, Changed], found: dict[Place, str], judged: Judged) -> None:
    explained: set[Place] = set()
    for kind, mutant in run:
        after = changed[mutant.source.path]
        lines = {line for span in mutant.places for line in after.lines(span)}
        lines.update(after.appended_lines(mutant.appended) if mutant.appended else ())
        hits = [
            place
            for place in found
            if place.path.endswith(mutant.source.path) and place.line in lines and place.code == kind.rule.code
        ]
        explained.update(hits)
        (judged.found if hits else judged.missed).append((kind, mutant))
    judged.besides += [f"{place} {text}" for place, text in found.items() if place not in explained]
