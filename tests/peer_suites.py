"""Run the tests of other projects with jdc in the place of the original: ``make peers``.

``python tests/peer_suites.py [--checkouts DIR] [NAME ...]``. A table is printed; the rows of suites that ran as expected go into
docs/peers.md. Exit code 1: a suite ran otherwise than expected.
"""

from __future__ import annotations

import argparse
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Final

from peers.page import PAGE, surprises, table, with_results
from peers.running import Ran, Skipped, run
from peers.suite import read_all

if TYPE_CHECKING:
    from collections.abc import Sequence

    from peers.suite import Suite

ROOT: Final = Path(__file__).parent.parent
CACHE: Final = ROOT / ".peers"


def main() -> int:
    """Run the suites that are named, or all."""
    options = _options()
    suites = [suite for suite in read_all() if not options.names or suite.name in options.names]
    (wheel,) = (ROOT / "dist").glob("*.whl")

    def run_one(suite: Suite) -> Ran | Skipped:
        result = run(suite, CACHE, wheel, options.checkouts)
        print(f"{suite.name}: {'skipped' if isinstance(result, Skipped) else 'done'}", file=sys.stderr, flush=True)
        return result

    with ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(run_one, suites))
    return _tell(results)


def _options() -> argparse.Namespace:
    names = [suite.name for suite in read_all()]
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which to run, of: {', '.join(names)} (default: all)"
    )
    parser.add_argument(
        "--checkouts", type=Path, metavar="DIR", help="clones of the projects whose tests are not in the registry"
    )
    parser.add_argument("--jobs", type=int, default=2, metavar="N", help="how many suites at a time (default: 2)")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in names]:
        parser.error(f"no suite {unknown[0]!r}; there are: {', '.join(names)}")
    return options


def _tell(results: Sequence[Ran | Skipped]) -> int:
    print(table(results))
    PAGE.write_text(with_results(PAGE.read_text(), results, read_all()))
    complaints = surprises(results)
    for complaint in complaints:
        print(complaint)
    if complaints:
        print(f"The output of pytest is in {CACHE / 'reports'}.")
    return 1 if complaints else 0


if __name__ == "__main__":
    sys.exit(main())
