"""The program of a checker: where it is, in which environment it runs, and what it prints."""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import threading
from collections.abc import Generator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory

from jdc_check.beside.checker import Checker
from jdc_check.beside.registry import CHECKERS, OWN_OPTIONS
from jdc_check.beside.reported import Done
from jdc_check.errors import UsageError
from jdc_check.mypy_process import reading, started


@dataclass(frozen=True, slots=True)
class Program:
    """A checker, and the words that start it."""

    checker: Checker
    words: Sequence[str]
    environment: Mapping[str, str]


def find_program(asked: str, executable: str) -> Program:
    """Return the program that ``--with`` asks for, with its options if it names some.

    It is looked for beside the interpreter of the project, then in PATH.

    Raises:
        UsageError: no such checker is known, or it is not there.

    """
    try:
        words = shlex.split(asked, posix=os.name == "posix")
    except ValueError as error:
        raise UsageError(f"--with: {asked!r} is not a command: {error}") from error
    name = Path(words[0]).stem if words else ""
    if name not in CHECKERS:
        raise UsageError(f"--with: jdc does not know the checker {asked!r}; it knows {', '.join(CHECKERS)}")
    _refuse_options(name, words[1:])
    beside = os.path.dirname(os.path.abspath(executable))  # noqa: PTH100, PTH120 - not what a link of a venv leads to
    path = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])
    found = shutil.which(words[0], path=path)
    if found is None:
        there = "" if Path(words[0]).name != words[0] else f" in {beside} or in PATH"
        raise UsageError(f"--with: there is no program {words[0]}{there}. Install it there: pip install {name}")
    checker = CHECKERS[name]
    return Program(checker, (found, *words[1:]), _environment(checker, beside))


def _refuse_options(name: str, words: Sequence[str]) -> None:
    """Refuse options with which a checker prints something else than its report in the form that is read."""
    refused = OWN_OPTIONS[name]
    for word in words:
        option = word.partition("=")[0]
        if option in refused:
            all_of_them = ", ".join(refused)
            raise UsageError(
                f"--with: jdc itself says how {name} prints, so it takes no {option}; jdc check --output "
                f"has the forms of the report. Not to be given to {name}: {all_of_them}"
            )


def _environment(checker: Checker, beside: str) -> dict[str, str]:
    """Return the environment of a checker: the interpreter of the project is the one that it finds."""
    kept = {**os.environ, **checker.environment, "PYTHONIOENCODING": "utf-8"}
    kept = {name: value for name, value in kept.items() if name not in {"FORCE_COLOR", "CLICOLOR_FORCE"} and value}
    python = shutil.which("python")
    if python is None or os.path.dirname(os.path.abspath(python)) != beside:  # noqa: PTH100, PTH120
        kept["PATH"] = os.pathsep.join([beside, os.environ.get("PATH", os.defpath)])
    if Path(beside).with_name("pyvenv.cfg").is_file():
        kept["VIRTUAL_ENV"] = str(Path(beside).parent)  # zuban looks at nothing else
    return kept


@dataclass(frozen=True, slots=True)
class Running:
    """A process at work, whose output ``reader`` puts into ``said`` as it comes."""

    command: Sequence[str]
    process: subprocess.Popen[str]
    reader: threading.Thread
    said: list[str]

    def result(self) -> Done:
        """Wait for its end."""
        self.reader.join()
        stdout, stderr = self.said
        return Done(self.command, stdout, stderr, self.process.wait())


def _read(process: subprocess.Popen[str], said: list[str]) -> None:
    said.extend(process.communicate())


@contextmanager
def running(program: Program, paths: Sequence[str], *, as_json: bool) -> Generator[Running]:
    """Start a checker; it is ended with the block.

    Raises:
        UsageError: it cannot be started.

    """
    command = program.checker.command(program.words, paths, as_json=as_json)
    with ExitStack() as stack:
        # a checker that is stopped leaves its temporary files where they are
        temporary = stack.enter_context(TemporaryDirectory(prefix="jdc-", ignore_cleanup_errors=True))
        environment = {**program.environment, **dict.fromkeys(("TMPDIR", "TEMP", "TMP"), temporary)}
        try:
            process = stack.enter_context(started([*command], environment))
        except OSError as error:
            raise UsageError(f"--with: {command[0]} cannot be started: {error.strerror}") from error
        said: list[str] = []
        yield Running(command, process, stack.enter_context(reading(process, _read, process, said)), said)
