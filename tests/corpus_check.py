"""Check packages of the registry with the wheel's jdc, and compare with what is known of them: ``make corpus``.

``python tests/corpus_check.py [--quick] [NAME ...]``. Exit code 1: a finding has no verdict in tests/corpus/findings.toml,
or an error that comes with the plugin none in errors.toml; something in the tables is not found any more; mypy crashed;
or the findings depend on the cache or on the number of workers.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

from corpus.measuring import in_parallel, measure
from corpus.packages import REQUIREMENTS, InstallError, prepare, read
from corpus.page import PAGE, ratio, table, with_results
from corpus.runs import CrashError
from corpus.verdicts import differences
from corpus.verdicts import read as read_verdicts

if TYPE_CHECKING:
    from collections.abc import Sequence

    from corpus.measuring import Result
    from corpus.packages import Package

CACHE: Final = Path(__file__).parent.parent / ".corpus"


def main() -> int:
    """Check the packages that are named, or all."""
    options = _options()
    packages = [each for each in read(REQUIREMENTS.read_text()) if not options.names or each.name in options.names]
    try:
        python = prepare(CACHE)
    except InstallError as failure:
        print(failure, file=sys.stderr)
        return 2
    caches = CACHE / "caches"
    shutil.rmtree(caches, ignore_errors=True)
    results, complaints = _measured(packages, python, caches, quick=options.quick)
    if not options.quick:
        try:
            complaints += in_parallel(results, python, caches)
        except CrashError as crash:
            complaints.append(str(crash))
    is_whole = not options.names and not options.quick and not complaints
    return _tell(results, complaints, write=is_whole)


def _options() -> argparse.Namespace:
    names = [package.name for package in read(REQUIREMENTS.read_text())]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(names)} (default: all)")
    parser.add_argument(
        "--quick",
        action="store_true",
        help="only the findings: no full cache, no workers, no mypy without the plugin",
    )
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in names]:
        parser.error(f"no package {unknown[0]!r}; there are: {', '.join(names)}")
    return options


def _measured(
    packages: Sequence[Package], python: Path, caches: Path, *, quick: bool
) -> tuple[list[Result], list[str]]:
    """Return the results of the packages, and a line for each thing that is not as it should be."""
    results: list[Result] = []
    complaints: list[str] = []
    verdicts = read_verdicts()
    for package in packages:
        try:
            result = measure(package, python, caches, quick=quick)
        except CrashError as crash:
            complaints.append(str(crash))
            continue
        complaints += [
            *(f"{package.name}: {surprise}" for surprise in result.surprises),
            *differences(result.found, verdicts, [package.module], "" if result.compared else "jdc-"),
        ]
        results.append(result)
        _keep(result)
        print(f"{package.name}: {len(result.checked.findings)} findings", file=sys.stderr, flush=True)
    return results, complaints


def _keep(result: Result) -> None:
    """Write down what mypy says with the plugin and not without, and the reverse."""
    if result.compared:
        reports = CACHE / "reports"
        reports.mkdir(exist_ok=True)
        new = [f"new: {place} {text}" for place, text in result.compared.new.items()]
        gone = [f"gone: {place} {result.compared.plain.others[place]}" for place in result.compared.gone]
        (reports / f"{result.package.name}.txt").write_text("".join(f"{line}\n" for line in [*new, *gone]))


def _tell(results: Sequence[Result], complaints: Sequence[str], *, write: bool) -> int:
    shown = table(results, read_verdicts())
    if any(result.compared for result in results):
        shown = f"{shown}\n\n{ratio(results)}"
    print(shown)
    if write:
        PAGE.write_text(with_results(PAGE.read_text(), shown))
    for complaint in complaints:
        print(complaint)
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
