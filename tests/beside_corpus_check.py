"""Run checkers over packages of the registry, alone and beside jdc, and compare what they say: ``make corpus-beside``.

``python tests/beside_corpus_check.py [--checkers pyright,ty] [NAME ...]``. Exit code 1: a report is gone for which there is no
reason below, or one has come that is not jdc's, or a checker ends otherwise beside jdc.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, NamedTuple

from corpus.packages import REQUIREMENTS, InstallError, Package, prepare, read

CACHE: Final = Path(__file__).parent.parent / ".corpus"
PAGE: Final = Path(__file__).parent.parent / "docs" / "beside.md"
BIN: Final = Path(sys.executable).parent
MARKS: Final = ("<!-- corpus -->", "<!-- /corpus -->")
USUAL: Final = (
    *("brax", "chex", "diffrax", "equinox", "evosax", "flashbax", "gymnax", "jax-md", "jaxlie", "jaxmarl", "lineax"),
    *("mctx", "navix", "optimistix", "pgx", "tree-math", "xminigrid"),
)
"""Packages that every checker reads in less than a minute."""
REASONS: Final = re.compile(
    r"""["`'](replace|to_tuple|from_tuple|tree_map|tree_flatten)["`']"""  # methods that a decorator adds
    r"""|No parameter named|[Uu]nexpected keyword argument|Expected 0 positional"""  # constructors of a decorator
    r"""|does not match any known parameter|Too many (positional )?arguments"""
    r"""|TransformInitFn|of type "Params\""""  # a dataclass where optax says ArrayTree
)
SETTINGS: Final = {
    "pyrefly.toml": 'preset = "default"\n',
    "mypy.ini": "[mypy]\nignore_missing_imports = True\n",
    "ty.toml": "",
}


class Said(NamedTuple):
    """One report of a checker."""

    place: str
    rule: str
    message: str


@dataclass(frozen=True)
class Compared:
    """The reports of a checker on a package beside jdc, compared with those of the checker alone."""

    package: str
    checker: str
    alone: int
    gone: Sequence[Said]
    new: Sequence[Said]
    ends_alike: bool

    def complaints(self) -> Iterator[str]:
        """Yield what is not as it should be."""
        where = f"{self.package}, {self.checker}"
        yield from (
            f"{where}: gone without a reason: {each}" for each in self.gone if not REASONS.search(each.message)
        )
        yield from (f"{where}: not jdc's: {each}" for each in self.new if not each.rule.startswith("jdc-"))
        if not self.ends_alike:
            yield f"{where}: ends otherwise beside jdc"


def _pyright(printed: str) -> Iterator[Said]:
    for each in json.loads(printed)["generalDiagnostics"]:
        yield Said(f"{each['file']}:{each['range']['start']}", each.get("rule", ""), each["message"])


def _ty(printed: str) -> Iterator[Said]:
    for each in json.loads(printed):
        location = each["location"]
        yield Said(f"{location['path']}:{location['positions']['begin']}", each["check_name"], each["description"])


def _pyrefly(printed: str) -> Iterator[Said]:
    for each in json.loads(printed)["errors"]:
        yield Said(f"{each['path']}:{each['line']}:{each['column']}", each["name"], each["description"])


def _lines(printed: str) -> Iterator[Said]:
    """Read text like mypy's, with the notes below an error as parts of it."""
    said: Said | None = None
    for line in printed.splitlines():
        found = re.fullmatch(r"(.*?:\d+): (error|note): (.*?)(?:  \[([\w-]+)\])?", line)
        if found and found[2] == "error":
            yield from () if said is None else (said,)
            said = Said(found[1], found[4] or "", found[3])
        elif found and said is not None:
            said = said._replace(message=f"{said.message}\n{found[3]}")
    yield from () if said is None else (said,)


class _Checker(NamedTuple):
    alone: tuple[str, ...]
    beside: tuple[str, ...]
    read: Callable[[str], Iterator[Said]]


CHECKERS: Final[Mapping[str, _Checker]] = {
    "pyright": _Checker(("--outputjson",), ("--output", "json"), _pyright),
    "ty": _Checker(("check", "--output-format=gitlab"), ("--output", "json"), _ty),
    "pyrefly": _Checker(("check", "--output-format=json"), ("--output", "json"), _pyrefly),
    "zuban": _Checker(("check",), (), _lines),
}


def main() -> int:
    """Compare the packages that are named, or the usual ones."""
    options = _options()
    try:
        python = prepare(CACHE)
    except InstallError as failure:
        print(failure, file=sys.stderr)
        return 2
    results: list[Compared] = []
    for package in read(REQUIREMENTS.read_text()):
        if package.name in (options.names or USUAL):
            project = _project(package, python)
            results += [_compare(package, name, project, python) for name in options.checkers]
            print(f"{package.name}: compared", file=sys.stderr, flush=True)
    shown = _table(results, options.checkers)
    print(shown)
    complaints = [line for result in results for line in result.complaints()]
    print("".join(f"{line}\n" for line in complaints), end="")
    if not complaints and not options.names and options.checkers == list(CHECKERS):
        before, _, rest = PAGE.read_text().partition(MARKS[0])
        PAGE.write_text(f"{before}{MARKS[0]}\n{shown}\n{MARKS[1]}{rest.partition(MARKS[1])[2]}")
    return 1 if complaints else 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    known = [package.name for package in read(REQUIREMENTS.read_text())]
    parser.add_argument(
        "names", nargs="*", metavar="NAME", help=f"of: {', '.join(known)} (default: the smaller ones)"
    )
    parser.add_argument("--checkers", type=lambda text: text.split(","), default=list(CHECKERS))
    options = parser.parse_args()
    if unknown := [name for name in options.names if name not in known]:
        parser.error(f"no package {unknown[0]!r}; there are: {', '.join(known)}")
    return options


def _project(package: Package, python: Path) -> Path:
    """Copy a package to a project of its own, with settings for each checker."""
    project = CACHE / "beside" / package.name
    shutil.rmtree(project, ignore_errors=True)
    (installed,) = python.parent.parent.glob(f"lib/python3*/site-packages/{package.module}")
    shutil.copytree(installed, project / package.module)
    environment = {"typeCheckingMode": "standard", "venvPath": str(CACHE), "venv": "environment"}
    for name, text in {**SETTINGS, "pyrightconfig.json": json.dumps(environment)}.items():
        (project / name).write_text(text)
    return project


def _compare(package: Package, name: str, project: Path, python: Path) -> Compared:
    checker, program = CHECKERS[name], str(BIN / name)
    alone = _run([program, *checker.alone, package.module], project, python)
    jdc = [
        str(BIN / "jdc"),
        "check",
        "--python-executable",
        str(python),
        "--cache-dir",
        str(CACHE / "beside" / "cache"),
    ]
    beside = _run([*jdc, "--with", program, *checker.beside, package.module], project, python)
    before, after = Counter(checker.read(alone.stdout)), Counter(checker.read(beside.stdout))
    gone, new = [*(before - after).elements()], [*(after - before).elements()]
    is_same_end = alone.returncode == beside.returncode or (not after and beside.returncode == 0)
    return Compared(package.name, name, before.total(), gone, new, is_same_end or bool(new))


def _run(command: Sequence[str], project: Path, python: Path) -> subprocess.CompletedProcess[str]:
    path = os.pathsep.join([str(python.parent), str(BIN), os.environ["PATH"]])
    environment: dict[str, Any] = {**os.environ, "VIRTUAL_ENV": str(python.parent.parent), "PATH": path}
    return subprocess.run(command, cwd=project, env=environment, capture_output=True, text=True, check=False)


def _table(results: Sequence[Compared], checkers: Sequence[str]) -> str:
    """Return a row for each package; of each checker, how many reports there were, are gone and are jdc's."""
    found = {(each.package, each.checker): each for each in results}
    packages = list(dict.fromkeys(each.package for each in results))
    rows = [f"| package | {' | '.join(checkers)} |", f"| --- |{' --- |' * len(checkers)}"]
    for package in packages:
        cells = (found[package, checker] for checker in checkers)
        shown = (f"{each.alone} - {len(each.gone)} + {len(each.new)}" for each in cells)
        rows.append(f"| {package} | {' | '.join(shown)} |")
    return "\n".join(rows)


if __name__ == "__main__":
    sys.exit(main())
