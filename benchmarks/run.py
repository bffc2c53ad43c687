"""Run every benchmark (each ``bench_*.py`` in this directory) and print what they measured against targets.

A benchmark is a module with ``measure(*, quick: bool) -> report.Report``. Ratios are taken within one run, so
they hold on other machines; times do not.
"""

from __future__ import annotations

import argparse
import importlib
import sys
from pathlib import Path

import report


def main() -> int:
    """Run the benchmarks that are named, or all."""
    here = Path(__file__).parent
    known = sorted(path.stem.removeprefix("bench_") for path in here.glob("bench_*.py"))
    parser = argparse.ArgumentParser(description="Run the benchmarks and compare them with their targets.")
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"which to run, of: {', '.join(known)} (default: all)"
    )
    parser.add_argument("--quick", action="store_true", help="fewer samples: figures to about 5 %%")
    parser.add_argument("--markdown", action="store_true", help="print Markdown tables")
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no benchmark {unknown[0]!r}; there are: {', '.join(known)}")
    reports = []
    for name in options.names or known:
        print(f"measuring: {name} ...", file=sys.stderr)
        try:
            benchmark = importlib.import_module(f"bench_{name}")
        except ModuleNotFoundError as error:
            print(f"skipped: {name} needs {error.name}, which is not installed", file=sys.stderr)
            continue
        reports.append(benchmark.measure(quick=options.quick))
    report.show(reports, markdown=options.markdown)
    return 0


if __name__ == "__main__":
    sys.exit(main())
