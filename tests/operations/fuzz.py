"""Compare the rules with JAX and NumPy on random calls: ``python tests/operations/fuzz.py SECONDS [TARGET ...]``."""

from __future__ import annotations

import collections
import itertools
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

if __name__ == "__main__":
    sys.path.insert(0, str(Path(__file__).parent.parent))

from operations import opened, oracle
from operations.blur import blurred
from operations.choices import Choices, Seeded
from operations.families import sample, targets

from jdc_operations import UNKNOWN, ArrayValue, Failure

if TYPE_CHECKING:
    from collections.abc import Iterable


@dataclass
class Tally:
    """How many calls were compared, and with what outcome."""

    cases: int = 0
    answers: int = 0
    exact: int = 0
    errors: int = 0
    missed: int = 0
    unknown: int = 0
    open_failures: int = 0
    """Errors found whatever the axes in front of some arrays are."""
    disagreements: list[str] = field(default_factory=list)
    missed_by: collections.Counter[str] = field(default_factory=collections.Counter)


def is_exempt(call: oracle.Sample, said: object) -> bool:
    """Return whether an error is one that jax 0.4.36 raises as late as when it compiles."""
    return (
        oracle.jax.__version__ == "0.4.36" and isinstance(said, Failure) and ("operands of one dtype" in said.reason)
    )


def compare(target: str, choose: Choices, tally: Tally, blurs: int = 8) -> None:
    """Compare one call, as it is and with parts forgotten."""
    if not target.partition(":")[1] and oracle.function(target) is None:
        return
    call = sample(target, choose)
    if target.startswith("numpy.") and choose.chance(0.3):
        call = oracle.with_arrays_of_jax(call)
    found = {wide: oracle.actual(call, wide=wide) for wide in (False, True)}
    args = [oracle.abstract(arg) for arg in call.args]
    kwargs = {name: oracle.abstract(arg) for name, arg in call.kwargs.items()}
    tally.cases += 1
    for turn in range(blurs + 1):
        given = args if not turn else [blurred(arg, choose) for arg in args]
        named = kwargs if not turn else {name: blurred(arg, choose) for name, arg in kwargs.items()}
        said = oracle.answer(call.target, given, named)
        tally.answers += 1
        if not turn:
            _count(call, said, found, tally)
        if is_exempt(call, said):
            continue
        for wide, real in found.items():
            wrong = oracle.disagreement(said, real, wide=wide)
            if wrong is not None:
                tally.disagreements.append(f"{target}: {call}\n    given {given} {named}\n    {wrong}")
                return
    _compare_opened(call, found, choose, tally)


def _compare_opened(call: oracle.Sample, found: dict[bool, object], choose: Choices, tally: Tally) -> None:
    """Compare what is said where nobody knows how many axes are in front of some arrays."""
    for _ in range(3):
        given = [opened.opened(oracle.abstract(arg), choose) for arg in call.args]
        named = {name: opened.opened(oracle.abstract(arg), choose) for name, arg in call.kwargs.items()}
        if not opened.has_open((*given, *named.values())):
            continue
        tally.answers += 1
        for said in opened.answers(call, given, named):
            tally.open_failures += isinstance(said, Failure)
            if is_exempt(call, said):
                continue
            for wide, real in found.items():
                wrong = oracle.disagreement(said, real, wide=wide)
                if wrong is not None:
                    tally.disagreements.append(f"{call.target}: {call}\n    given {given} {named}\n    {wrong}")
                    return


def _count(call: oracle.Sample, said: object, found: dict[bool, object], tally: Tally) -> None:
    raised = all(real is oracle.RAISED for real in found.values())
    if isinstance(said, Failure):
        tally.errors += 1
    elif raised:
        tally.missed += 1
        tally.missed_by[call.target] += 1
    elif said is UNKNOWN:
        tally.unknown += 1
    elif isinstance(said, ArrayValue) and said.shape is not None and None not in (*said.shape, said.dtype, said.weak):
        tally.exact += 1


def run(names: Iterable[str], seconds: float, seed: int = 0, rounds: int | None = None) -> Tally:
    """Go through the targets until the time is over, or a number of times."""
    tally = Tally()
    end = time.monotonic() + seconds
    names = list(names)
    for turn in itertools.count():
        if turn == rounds or len(tally.disagreements) > 2000:
            break
        for name in names:
            if time.monotonic() > end:
                return tally
            seed += 1
            compare(name, Seeded(seed), tally)
    return tally


def main() -> int:
    """Run for a number of seconds and print what disagrees."""
    chosen = [name for name in targets() if not sys.argv[2:] or any(part in name for part in sys.argv[2:])]
    seed = int(time.time()) * 1000
    tally = run(chosen, float(sys.argv[1]), seed)
    by_target: dict[str, list[str]] = collections.defaultdict(list)
    for text in tally.disagreements:
        by_target[text.split(": ")[0].split(" ")[0]].append(text)
    for texts in by_target.values():
        print(f"[{len(texts)}] {texts[0]}")
    print(
        f"jax {oracle.jax.__version__}: {len(chosen)} targets, {tally.cases} calls, {tally.answers} answers,"
        f" {tally.exact} exact in shape, dtype and weak type, {tally.errors} errors found, {tally.missed} errors missed,"
        f" {tally.unknown} unknown, {len(tally.disagreements)} disagreements in {len(by_target)} targets"
    )
    print("missed most:", ", ".join(f"{name} {count}" for name, count in tally.missed_by.most_common(25)))
    return 1 if tally.disagreements else 0


if __name__ == "__main__":
    sys.exit(main())
