"""Run mypy with the plugin once over many files, and read what each file expects.

A fixture says on a line what mypy must report there, and nothing else may be reported anywhere in it:

    a.x = 1  # E: jdc-frozen
    A(x=1, y="s")  # E: jdc-shape, arg-type
    a == b  # E3.13: jdc-compare
    piece: Static[slice]  # E-3.12: jdc-static-mutable

The third is expected from Python 3.13 on, the fourth before Python 3.12.
"""

from __future__ import annotations

import contextlib
import fcntl
import functools
import hashlib
import json
import os
import re
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from warm_cache import ROOT, copy_to, folder

from jdc_check.mypy_process import CONFIGURATION, PLUGIN
from jdc_spec.environment import VARIABLE


def fixture_files() -> list[Path]:
    """Return the files that say on their lines what mypy must report there."""
    patterns = ("rules/*/*.py", "copies/*.py", "libraries/*.py", "repairs/*.py")
    files = (file for pattern in patterns for file in sorted(Path(__file__).parent.glob(pattern)))
    return [file for file in files if not file.name.startswith("test_")]


FIXTURES: Final = {file.stem: file for file in fixture_files()}
"""The fixtures by their names, which are those of modules: all are checked in one run."""
EXPECTED: Final = re.compile(r"# E(?P<before>-?)(?P<python>3\.\d+)?: (?P<codes>[a-z-]+(?:, [a-z-]+)*)")


@dataclass(frozen=True, order=True)
class Finding:
    """One error of mypy."""

    file: str
    line: int
    column: int
    code: str
    message: str


def run(
    files: Iterable[Path],
    *,
    options: Sequence[str] = (),
    plugin: bool = True,
    program: Sequence[str] = ("-m", "mypy"),
    severity: str = "error",
) -> list[Finding]:
    """Run mypy with the plugin over files and return its errors, or its notes.

    Raises:
        RuntimeError: mypy stopped before it was done (a crash, a syntax error).

    """
    cache = _workspace() / ("with-plugin" if plugin else "without-plugin")
    command = [sys.executable, *program, f"--config-file={configuration(plugin=plugin)}", f"--cache-dir={cache}"]
    with alone(*(option for option in options if option.startswith("--cache-dir")), cache.name):
        if plugin:
            copy_to(cache)
        done = subprocess.run(
            [*command, "--output=json", *options, *map(str, files)],
            env={**os.environ, **environment()},
            capture_output=True,
            text=True,
            check=False,
            cwd=_workspace(),
        )
    if done.returncode not in (0, 1) or done.stderr:
        raise RuntimeError(done.stdout + done.stderr)
    items = [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
    return sorted(
        Finding(Path(item["file"]).name, item["line"], item["column"], item["code"] or "", item["message"])
        for item in items
        if item["severity"] == severity
    )


def check(files: Iterable[Path]) -> dict[tuple[str, int], set[str]]:
    """Return the codes that mypy reports on each line, by file name."""
    return codes(run(files))


def codes(findings: Iterable[Finding]) -> dict[tuple[str, int], set[str]]:
    """Group findings by file name and line."""
    grouped: dict[tuple[str, int], set[str]] = defaultdict(set)
    for finding in findings:
        grouped[finding.file, finding.line].add(finding.code)
    return dict(grouped)


def expected(file: Path, python: tuple[int, int] = sys.version_info[:2]) -> dict[tuple[str, int], set[str]]:
    """Return the codes that a fixture's comments expect on each line where mypy checks for a version of Python."""
    return {
        (file.name, number): set(match["codes"].split(", "))
        for number, line in enumerate(file.read_text().splitlines(), start=1)
        if (match := EXPECTED.search(line)) and _is_of(python, match)
    }


def _is_of(python: tuple[int, int], expectation: re.Match[str]) -> bool:
    if expectation["python"] is None:
        return True
    _, minor = expectation["python"].split(".")
    return (python >= (3, int(minor))) != (expectation["before"] == "-")


def disagreements(file: Path, findings: Iterable[Finding]) -> list[str]:
    """Say where the findings in a file differ from what its comments expect."""
    here = [finding for finding in findings if finding.file == file.name]
    found, wanted = codes(here), expected(file)
    lines = sorted(place for place in found.keys() | wanted.keys() if found.get(place) != wanted.get(place))
    return [
        f"{name}:{line}: expected {sorted(wanted.get((name, line), ()))}, found "
        + ("; ".join(f"{finding.code}: {finding.message}" for finding in here if finding.line == line) or "nothing")
        for name, line in lines
    ]


def environment() -> Mapping[str, str]:
    """Return the environment variables under which mypy finds the plugin and the stubs, and shows its failures."""
    paths = [str(ROOT), *filter(None, [os.environ.get("PYTHONPATH")])]
    stubs = [*filter(None, [os.environ.get("MYPYPATH")]), str(_workspace() / "stubs")]
    return {
        "PYTHONPATH": os.pathsep.join(paths),
        "MYPYPATH": os.pathsep.join(stubs),
        "JDC_PLUGIN_RAISE": "1",
        VARIABLE: "1",
    }


@functools.cache
def _workspace() -> Path:
    """Return a folder with the stubs under the name of the package, and mypy's caches; kept between runs."""
    (folder() / "stubs").mkdir(exist_ok=True)
    for name, source in {"jdc_runtime": "typestubs/jdc_runtime-stubs", "jdc_spec": "jdc_spec"}.items():
        with contextlib.suppress(FileExistsError):
            (folder() / "stubs" / name).symlink_to(ROOT / source, target_is_directory=True)
    return folder()


@contextlib.contextmanager
def alone(*cache: str) -> Iterator[None]:
    """Keep other test processes out: two runs of mypy must not write one cache."""
    name = hashlib.sha256("\n".join(cache).encode()).hexdigest()[:8]
    with (_workspace() / f"lock-{name}").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        yield


def configuration(*, plugin: bool = True) -> Path:
    """Return a file with the options of mypy, and with the plugin or without it."""
    file = _workspace() / f"{'with' if plugin else 'without'}-plugin.ini"
    file.write_text(CONFIGURATION if plugin else CONFIGURATION.replace(f"plugins = {PLUGIN}\n", ""))
    return file
