"""Plant mistakes in packages of the registry and count which jdc finds: ``make mutants``.

``python tests/mutants_check.py [--most N] [--seed N] [NAME ...]``. It prints the mistakes that are missed, findings that
belong to no mistake, and the table; for all packages it writes the table to docs/mutants.md.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path
from typing import Final

from corpus.packages import InstallError, prepare
from corpus.runs import CrashError
from mutants.judging import Judged, judge
from mutants.page import PAGE, table, with_table

CACHE: Final = Path(__file__).parent.parent / ".corpus"
PACKAGES: Final = (
    "evosax",
    "flashbax",
    "gymnax",
    "jaxlie",
    "lineax",
    "mctx",
    "optimistix",
    "tjax",
    "xminigrid",
)
"""Packages of `make corpus` that are quick to check and have pytree dataclasses."""


def main() -> int:
    """Judge the packages that are named, or all."""
    options = _options()
    try:
        python = options.python or prepare(CACHE)
    except InstallError as failure:
        print(failure, file=sys.stderr)
        return 2
    library = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    work = CACHE / "mutants"
    work.mkdir(parents=True, exist_ok=True)
    results: list[Judged] = []
    for name in options.names or PACKAGES:
        try:
            judged = judge(Path(library, name), python, work, most=options.most, seed=options.seed)
        except (CrashError, subprocess.CalledProcessError) as failure:
            print(f"{name}: {failure}\n{getattr(failure, 'stderr', '')}", file=sys.stderr)
            return 1
        results.append(judged)
        _tell(name, judged)
    print(table(results))
    if not options.names:
        PAGE.write_text(with_table(PAGE.read_text(), table(results)))
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {', '.join(PACKAGES)} (default: all)")
    parser.add_argument("--most", type=int, default=3, help="mutants of each kind in a package (default: 3)")
    parser.add_argument("--seed", type=int, default=0, help="another seed plants elsewhere (default: 0)")
    parser.add_argument(
        "--python", type=Path, help="an environment with the packages (default: that of `make corpus`)"
    )
    return parser.parse_args()


def _tell(name: str, judged: Judged) -> None:
    found, missed = len(judged.found), len(judged.missed)
    print(f"{name}: {found} of {found + missed} found", flush=True)
    for kind, mutant in judged.missed:
        print(f"  missed: {mutant}: {kind.name} [{kind.rule.code}]")
    for text in judged.besides:
        print(f"  besides: {text}")


if __name__ == "__main__":
    sys.exit(main())
