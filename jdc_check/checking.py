"""One run of ``jdc check``: the analysis, what other checkers say beside it, and the report of both."""

from __future__ import annotations

import os
import sys
from collections import Counter
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import IO, Final

from rich.console import Console

from jdc_check.baseline import Baseline, write_baseline
from jdc_check.beside.combined import CheckerFailedError, Combined, check_beside
from jdc_check.beside.printing import OWN, merged, print_combined
from jdc_check.beside.processes import Program, find_program
from jdc_check.errors import CLEAN, FINDINGS, TROUBLE, JdcError, UsageError
from jdc_check.findings import Finding, Report
from jdc_check.interpreter import Interpreter, probe
from jdc_check.mending import mend
from jdc_check.outputs import OUTPUTS
from jdc_check.outputs.summary import count, print_unchecked
from jdc_check.settings import Settings
from jdc_check.sourcefile import buffered
from jdc_spec.rules import BY_CODE

_ROUNDS: Final = 10
"""How often fixes are applied, so that those end which would undo one another."""


@dataclass(frozen=True, slots=True)
class Request:
    """Options that say what to do with the findings."""

    output: str = "text"
    checkers: Sequence[str] = ()
    """The checkers to run beside the analysis, each with its options if it has some."""
    fix: bool = False
    diff: bool = False
    baseline: Path | None = None
    write_baseline: Path | None = None
    statistics: bool = False
    watch: bool = False
    names_paths: bool = False
    """True if the command line names what to check, which the checkers beside are told then; ``.`` too."""

    def refuse_contradictions(self, settings: Settings) -> None:
        """Refuse options that make no sense together.

        Raises:
            UsageError: there are some.

        """
        if self.fix and settings.packages:
            raise UsageError("--fix changes the files of PATHS, not installed packages")
        if self.checkers and settings.packages:
            raise UsageError("--with checks PATHS, not installed packages")
        if self.checkers and self.diff:
            raise UsageError("--diff prints what --fix would change, and no report: leave out --with")
        if settings.buffers and (self.fix or self.checkers):
            raise UsageError("--fix and --with work with files, and not with standard input")
        if self.watch:
            self._refuse_beside_watch(settings)
        if self.baseline is not None and self.write_baseline is not None:
            raise UsageError("--baseline and --write-baseline exclude each other")

    def _refuse_beside_watch(self, settings: Settings) -> None:
        if self.output not in ("text", "concise"):
            raise UsageError("--watch prints one report after the other, for people: --output text or concise")
        others = {
            "--fix": self.fix,
            "--diff": self.diff,
            "--write-baseline": self.write_baseline,
            "--with": self.checkers,
            "--package": settings.packages,
            "standard input": settings.buffers,
        }
        for name, given in others.items():
            if given:
                raise UsageError(f"--watch checks files again whenever they change, and does not go with {name}")


class _Analysis:
    """The analysis, with fixes where they are asked for."""

    def __init__(self, settings: Settings, executable: str, *, fix: bool) -> None:
        self._settings, self._executable, self._fix = settings, executable, fix
        self.mended = 0

    def analyse(self, err: Console) -> Report:
        """Check and mend until nothing is left to mend; return the last report."""
        from jdc_check.progress import progress  # noqa: PLC0415 - these load while another checker works
        from jdc_check.run import check as run_check  # noqa: PLC0415

        executable = self._executable
        interpreter = probe(executable)
        with progress(err) as on_log:
            for _ in range(_ROUNDS if self._fix else 0):
                changes = mend(run_check(self._settings, executable, on_log).findings)
                if not changes:
                    break
                for change in changes:
                    change.write()
                    self.mended += change.count
            report = run_check(self._settings, executable, on_log)
        warnings = (*warnings_about(interpreter), *_warnings_about_notebooks(report.notebooks_left_out))
        return replace(report, warnings=(*warnings, *report.warnings))


def warnings_about(interpreter: Interpreter) -> list[str]:
    """Return what to tell of an interpreter without jax."""
    if interpreter.has_jax:
        return []
    warning = f"jax is not installed for {interpreter.executable}, so little can be found. "
    return [warning + "Activate the environment of the project or pass --python-executable."]


def _warnings_about_notebooks(left_out: int) -> list[str]:
    """Return what to tell of notebooks in which places mean something else to the checker that runs beside."""
    were = "was" if left_out == 1 else "were"
    told = f"{count(left_out, 'notebook')} {were} not checked by jdc, which checks none beside another checker."
    return [told] if left_out else []


def run_request(settings: Settings, executable: str, request: Request, out: Console, err: Console) -> int:
    """Do what is asked for, and return the exit code."""
    request.refuse_contradictions(settings)
    with buffered(settings.buffers):
        return _run(settings, executable, request, out, err)


def _run(settings: Settings, executable: str, request: Request, out: Console, err: Console) -> int:
    baseline = None if request.baseline is None else Baseline.read(request.baseline)
    programs = [find_program(asked, executable) for asked in request.checkers]
    run = _Analysis(settings, executable, fix=request.fix)
    combined: list[Combined] = []
    if programs:
        report, combined = _beside(programs, run, settings, request, err)
    else:
        report = run.analyse(err)
    if baseline is not None:
        report = replace(report, findings=tuple(baseline.new(report.findings, lambda each: each)))
        combined = [each.without(baseline) for each in combined]
    print_unchecked(report, err)
    if request.fix:
        err.print(f"Mended {count(run.mended, 'problem')}", highlight=False)
    everything = merged(report, combined) if combined else report
    if request.write_baseline is not None:
        number = write_baseline(request.write_baseline, everything.everything)
        err.print(f"{request.write_baseline} accepts {count(number, 'problem')}", highlight=False, soft_wrap=True)
        return TROUBLE if report.failed else CLEAN
    with written_out():
        if request.diff:
            out.out("".join(change.diff() for change in mend(report.findings)), end="", highlight=False)
        elif combined:
            print_combined(combined, report, request.output, out)
        else:
            OUTPUTS[request.output](report, out)
    if request.statistics:
        print_statistics(everything.everything, err)
    return _exit_code(report, combined)


def _beside(
    programs: Sequence[Program], run: _Analysis, settings: Settings, request: Request, err: Console
) -> tuple[Report, list[Combined]]:
    paths = settings.paths if request.names_paths else ()
    as_json = request.output != OWN[0]
    try:
        return check_beside(programs, paths, lambda: run.analyse(err), settings.codes, as_json=as_json)
    except CheckerFailedError as error:
        if error.said:
            err.out(error.said, highlight=False)
        raise


def _exit_code(report: Report, combined: Sequence[Combined]) -> int:
    if combined:  # that of the checkers
        return max(*(each.status for each in combined), FINDINGS if report.failed else CLEAN)
    if report.failed:
        return TROUBLE
    return FINDINGS if report.errors else CLEAN


def print_statistics(findings: Sequence[Finding], err: Console) -> None:
    """Print how often each rule is reported, the most frequent first."""
    numbers = Counter(finding.code for finding in findings)
    for code, number in sorted(numbers.items(), key=lambda item: (-item[1], item[0])):
        summary = BY_CODE[code].summary if code in BY_CODE else ""
        err.out(f"{number:>6}  {code}  {summary}".rstrip(), highlight=False)


@contextmanager
def written_out() -> Generator[None]:
    """Write what the block prints; a reader that has seen enough, as ``head`` does, is not an error.

    Raises:
        JdcError: it cannot be written.

    """
    try:
        yield
        sys.stdout.flush()
    except BrokenPipeError:
        discard(sys.stdout)
    except OSError as error:
        discard(sys.stdout)
        raise JdcError(f"the report cannot be written: {error.strerror}") from error


def discard(stream: IO[str]) -> None:
    """Send what is still in the stream nowhere, so that the interpreter does not fail on it when it ends."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)
