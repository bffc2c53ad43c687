"""Change one size, axis, dtype or order of operands, and count which failures jdc finds: ``make shape-mutants``.

``python tests/shape_mutants_check.py [--most N] [--seed N] [NAME ...]``. A name is a package, or ``programs`` for those of
``tests/mutants/shapes``. It prints the changes that are missed, findings that belong to none, and the tables; without names
it writes the tables to docs/mutants.md.
"""

from __future__ import annotations

import argparse
import resource
import subprocess
import sys
from pathlib import Path
from typing import Final

from corpus.packages import InstallError, prepare
from corpus.runs import CrashError
from mutants import shape_programs
from mutants.page import PAGE, with_table
from mutants.shape_packages import OTHERS, PACKAGES, ShapesJudged, judge
from mutants.shape_tables import of_packages, of_programs

CACHE: Final = Path(__file__).parent.parent / ".corpus"
PROGRAMS: Final = "programs"


def main() -> int:
    """Judge what is named, or everything."""
    options = _options()
    names = options.names or (PROGRAMS, *PACKAGES)
    page = PAGE.read_text(encoding="utf-8")
    if PROGRAMS in names:
        found, missed = shape_programs.judge()
        for change in missed:
            print(f"missed: {change}")
        page = _shown(page, "shapes", of_programs(found, missed))
    try:
        judged = _packages([name for name in names if name != PROGRAMS], options)
    except InstallError as failure:
        print(failure, file=sys.stderr)
        return 2
    except (CrashError, subprocess.CalledProcessError) as failure:
        print(f"{failure}\n{getattr(failure, 'stderr', '')}", file=sys.stderr)
        return 1
    if judged:
        page = _shown(page, "shapes of packages", of_packages(judged))
    used = [resource.getrusage(each) for each in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    print(f"{sum(each.ru_utime + each.ru_stime for each in used):.0f} s of processor time")
    if not options.names:
        PAGE.write_text(page, encoding="utf-8")
    return 0


def _packages(names: list[str], options: argparse.Namespace) -> list[ShapesJudged]:
    results: list[ShapesJudged] = []
    python = (options.python or prepare(CACHE)) if names else Path(sys.executable)
    library = subprocess.run(
        [python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    work = CACHE / "mutants"
    work.mkdir(parents=True, exist_ok=True)
    for name in names:
        judged = judge(Path(library, name), python, work, most=options.most, seed=options.seed)
        results.append(judged)
        _tell(judged)
    return results


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    usual, others = ", ".join((PROGRAMS, *PACKAGES)), ", ".join(OTHERS)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"of: {usual} (default: these), {others}")
    parser.add_argument("--most", type=int, default=4, help="changes of each kind in a package (default: 4)")
    parser.add_argument("--seed", type=int, default=0, help="another seed changes other places (default: 0)")
    parser.add_argument(
        "--python", type=Path, help="an environment with the packages (default: that of `make corpus`)"
    )
    return parser.parse_args()


def _tell(judged: ShapesJudged) -> None:
    found, missed = len(judged.found), len(judged.missed)
    print(f"{judged.package}: {found} of {found + missed} found", flush=True)
    for each in judged.missed:
        part, raised = next(iter(each.raised.items()))
        print(f"  missed: {each.change} in {each.change.function}; {part}: {raised[:200]}")
    for text in judged.besides:
        print(f"  besides: {text}")


def _shown(page: str, mark: str, text: str) -> str:
    print(text)
    return with_table(page, text, mark)


if __name__ == "__main__":
    sys.exit(main())
