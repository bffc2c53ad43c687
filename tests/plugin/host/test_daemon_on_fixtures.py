"""A daemon says of every fixture what mypy says that runs once, also where it checks parts of a module again."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from plugin.runner import FIXTURES, Finding, configuration, environment
from warm_cache import folder

ERROR = re.compile(
    r"^(?:.*/)?(?P<file>[^:/\n]+):(?P<line>\d+): error: (?P<message>.*)  \[(?P<code>[\w-]+)\]$", re.MULTILINE
)
FUNCTION = "\n\ndef added_by_an_edit(x: int) -> int:\n    return x\n"

Found = set[tuple[str, int, str, str]]


@pytest.fixture
def check(tmp_path: Path) -> Iterator[Callable[[list[Path]], Found]]:
    """Return what asks one daemon about files."""

    def daemon(*arguments: object) -> str:
        command = [
            sys.executable,
            "-m",
            "mypy.dmypy",
            "--status-file",
            tmp_path / "status.json",
            *map(str, arguments),
        ]
        variables = {**os.environ, **environment()}
        done = subprocess.run(command, cwd=tmp_path, env=variables, capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stdout[-3000:] + done.stderr[-3000:]
        return done.stdout

    options = ("--no-error-summary", "--no-pretty", "--hide-error-context", "--local-partial-types")
    daemon("start", "--", f"--config-file={configuration()}", f"--cache-dir={folder() / 'of-daemon'}", *options)
    yield lambda files: {
        (each["file"], int(each["line"]), each["code"], each["message"])
        for each in ERROR.finditer(daemon("check", "--", *files))
    }
    daemon("stop")


@pytest.mark.thorough
@pytest.mark.slow
def test_edits_change_no_finding(
    check: Callable[[list[Path]], Found], findings: list[Finding], tmp_path: Path
) -> None:
    """mypy alone runs into an endless loop there, where bases make classes dataclasses."""
    files = [tmp_path / file.name for file in FIXTURES.values()]
    for file, source in zip(files, FIXTURES.values(), strict=True):
        shutil.copy(source, file)
    expected = {(each.file, each.line, each.code, each.message) for each in findings}
    assert check(files) == expected
    for edit, changed in (("\n# edited\n", files[::3]), (FUNCTION, files[1::3])):
        for file in changed:
            file.write_text(file.read_text() + edit)
        assert check(files) == expected
