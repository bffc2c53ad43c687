"""The command line: ``jdc check``, ``jdc explain`` and ``jdc lsp``."""

from __future__ import annotations

import os
import sys
import traceback
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Final

import click
from rich.console import Console
from rich.text import Text
from rich_click import RichGroup

from jdc_check.beside.combined import CheckerFailedError
from jdc_check.beside.registry import CHECKERS
from jdc_check.checking import Request, discard, run_request, written_out
from jdc_check.errors import CLEAN, STOPPED_BY_SIGNAL, TROUBLE, InternalError, JdcError, UsageError
from jdc_check.interpreter import find_executable
from jdc_check.outputs import OUTPUTS
from jdc_check.settings import CACHE_DIRECTORY, Settings, patterns, read_settings, selected_codes
from jdc_check.stopping import Stopped, stoppable
from jdc_check.suppress import CARRIED
from jdc_check.version import jdc_version
from jdc_spec.project import DISTRIBUTION

HELP_OPTIONS: Final = {"help_option_names": ["-h", "--help"]}
LSP_EXTRA: Final = ("lsprotocol", "pygls")
"""The packages that the extra ``lsp`` brings besides those of ``check``."""
WATCH_EXTRA: Final = ("watchfiles",)
"""The package that the extra ``watch`` brings."""
color_option = click.option("--color/--no-color", "color", default=None, help="Colour always, or never.")
debug_option = click.option("--debug", is_flag=True, help="Print tracebacks of internal trouble.")


class _Console(Console):
    """A console that leaves it to the command with which exit code a report ends that nobody reads to the end."""

    def on_broken_pipe(self) -> None:
        """Let the error through."""
        raise BrokenPipeError


def consoles(color: bool | None) -> tuple[Console, Console]:
    """Return the consoles of stdout and stderr. Without a choice, the terminal and NO_COLOR decide."""
    options: dict[str, Any] = {"force_terminal": True} if color else {}
    if color is False:
        options = {"no_color": True, "color_system": None}
    elif color:
        options["no_color"] = False
    return _Console(**options), _Console(stderr=True, **options)


@click.group(cls=RichGroup, context_settings=HELP_OPTIONS, invoke_without_command=False, no_args_is_help=True)
@click.version_option(jdc_version(), "-V", "--version", prog_name="jdc")
def jdc() -> None:
    """Find mistakes in JAX dataclasses before anything runs."""


@jdc.command(context_settings=HELP_OPTIONS)
@click.argument("paths", nargs=-1, metavar="[PATHS]...")
@click.option("-p", "--package", "packages", multiple=True, metavar="NAME", help="Check an installed package.")
@click.option(
    "-o", "--output", type=click.Choice(tuple(OUTPUTS)), default="text", show_default=True, help="Form of the report."
)
@click.option("--select", multiple=True, metavar="CODE", help="Report only this rule, or ALL. May be repeated.")
@click.option("--disable", multiple=True, metavar="CODE", help="Do not report this rule. May be repeated.")
@click.option("--exclude", multiple=True, metavar="PATTERN", help="Leave files out, as .gitignore would.")
@click.option("--force-exclude", is_flag=True, help="Leave out excluded files even where PATHS name them.")
@click.option("--fix", is_flag=True, help="Apply the mends that are certain, and report what is left.")
@click.option("--diff", is_flag=True, help="Print what --fix would change, and change nothing.")
@click.option(
    "--with",
    "checkers",
    multiple=True,
    metavar="CHECKER",
    help=f"Run this checker too, without its false reports: {', '.join(CHECKERS)}. With options, in quotes. "
    "May be repeated.",
)
@click.option("--baseline", metavar="FILE", help="Report only what FILE does not accept.")
@click.option("--write-baseline", metavar="FILE", help="Write FILE so that it accepts everything found now.")
@click.option("--statistics", is_flag=True, help="Print how often each rule is reported, to standard error.")
@click.option("--watch", is_flag=True, help="Check again whenever a file changes, until Ctrl-C.")
@click.option("--stdin-filename", metavar="FILE", help="The file that standard input, the path -, is checked as.")
@click.option(
    "--python-executable",
    metavar="PYTHON",
    help="Interpreter whose packages the code imports. Default: the active environment, .venv, or jdc's own.",
)
@click.option(
    "--cache-dir", metavar="DIR", help=f"Where results are kept. Default: {CACHE_DIRECTORY} in the project."
)
@color_option
@debug_option
def check(color: bool | None, debug: bool, **options: Any) -> None:
    """Check PATHS (files, notebooks and directories; default: the current directory) or installed packages.

    Exit code: 0 nothing found; 1 problems found; 2 wrong usage or settings, a comment that names no rule,
    something that could not be checked, or internal trouble; 128 and the number of the signal when stopped by one.
    With --with, that of the checker.
    """
    out, err = consoles(color)
    sys.exit(guarded(lambda: _check(out, err, debug=debug, **options), err, debug))


@jdc.command(context_settings=HELP_OPTIONS)
@click.argument("code", required=False)
@color_option
@debug_option
def explain(code: str | None, color: bool | None, debug: bool) -> None:
    """Print the card of a rule (jdc-frozen, or frozen for short), or list all rules."""
    from jdc_check.explain import explain as explain_rule  # noqa: PLC0415 - rich's Markdown takes its time
    from jdc_check.explain import list_rules  # noqa: PLC0415

    out, err = consoles(color)

    def run() -> int:
        with written_out():
            list_rules(out) if code is None else explain_rule(code, out)
        return CLEAN

    sys.exit(guarded(run, err, debug))


@jdc.command(context_settings=HELP_OPTIONS)
@click.option("--stdio", is_flag=True, expose_value=False, help="Speak on standard input and output, as always.")
@click.option("--proxy", metavar="COMMAND", help="Run another server, and correct what it reports.")
@debug_option
def lsp(proxy: str | None, debug: bool) -> None:
    """Serve an editor: a language server, beside the one that it has, or in front of it."""
    _, err = consoles(color=None)
    sys.exit(guarded(lambda: _serve(proxy), err, debug))


def _serve(proxy: str | None) -> int:
    _need("lsp", "the language server needs", LSP_EXTRA)
    if proxy is not None:
        from jdc_check.lsp.proxy.run import serve as serve_in_front  # noqa: PLC0415

        return serve_in_front(proxy)
    from jdc_check.lsp.start import serve  # noqa: PLC0415 - what it needs is an extra of its own

    return serve()


def _need(extra: str, needs: str, modules: tuple[str, ...]) -> None:
    missing = [name for name in modules if find_spec(name) is None]
    if missing:
        command = f'pip install "{DISTRIBUTION}[{extra}]"'
        raise UsageError(f"{needs} {', '.join(missing)}. Install with: {command}")


def _check(out: Console, err: Console, **options: Any) -> int:
    request = Request(
        output=options.pop("output"),
        checkers=options.pop("checkers"),
        fix=options.pop("fix"),
        diff=options.pop("diff"),
        baseline=_path(options.pop("baseline")),
        write_baseline=_path(options.pop("write_baseline")),
        statistics=options.pop("statistics"),
        watch=options.pop("watch"),
        names_paths=bool(options["paths"]),
    )
    others = CARRIED if request.checkers else frozenset[str]()
    settings = _settings(**options, others=others, notebooks=not request.checkers)
    executable = find_executable(options["python_executable"], settings.root)
    if request.watch:
        request.refuse_contradictions(settings)
        _need("watch", "--watch needs", WATCH_EXTRA)
        from jdc_check.watch import watch  # noqa: PLC0415 - what it needs is an extra of its own

        return watch(lambda: _settings(**options, others=others, notebooks=True), executable, request, out, err)
    return run_request(settings, executable, request, out, err)


def _path(given: str | None) -> Path | None:
    return None if given is None else Path(given)


def _cache_below(root: Path) -> Path:
    """Return a cache for the current directory: mypy keeps the paths that it prints, relative to where it ran."""
    here = Path.cwd()
    inside = here.relative_to(root).parts if here.is_relative_to(root) else here.parts[1:]
    return root / CACHE_DIRECTORY / Path("-".join(inside))


def _here() -> Path:
    try:
        return Path.cwd()
    except OSError as error:
        raise UsageError(f"the current directory: {error.strerror}") from error


def _settings(  # noqa: PLR0913 - the options of the command
    *,
    paths: tuple[str, ...],
    packages: tuple[str, ...],
    select: tuple[str, ...],
    disable: tuple[str, ...],
    exclude: tuple[str, ...],
    force_exclude: bool,
    python_executable: str | None,
    cache_dir: str | None,
    stdin_filename: str | None,
    debug: bool,
    others: frozenset[str],
    notebooks: bool,
) -> Settings:
    project = read_settings(_here())
    buffers = _standard_input(paths, stdin_filename)
    return Settings(
        paths=tuple(buffers) or (paths if paths or packages else (os.curdir,)),
        buffers=buffers,
        packages=packages,
        root=project.root,
        codes=selected_codes(project, select, disable, others),
        exclude=(*project.exclude, *patterns(exclude)),
        cache_dir=Path(cache_dir) if cache_dir is not None else _cache_below(project.root),
        python_executable=python_executable,
        force_exclude=force_exclude,
        notebooks=notebooks,
        debug=debug,
    )


def _standard_input(paths: tuple[str, ...], stdin_filename: str | None) -> dict[str, str]:
    """Return the text of standard input by the path that it has, where ``-`` asks for it."""
    if "-" not in paths:
        if stdin_filename is not None:
            raise UsageError("--stdin-filename goes with the path -, for standard input")
        return {}
    if stdin_filename is None or paths != ("-",):
        raise UsageError("standard input is checked alone, as a file that exists: jdc check --stdin-filename FILE -")
    from jdc_check.layout import shown  # noqa: PLC0415 - loads mypy

    return {shown(stdin_filename): sys.stdin.buffer.read().decode(errors="replace")}


def guarded(command: Callable[[], int], err: Console, debug: bool) -> int:
    """Run a command; whatever goes wrong ends in a message and an exit code, with ``--debug`` in a traceback."""
    try:
        with stoppable():
            return command()
    except Stopped as stopped:
        return STOPPED_BY_SIGNAL + stopped.number
    except InternalError as error:
        return _trouble(err, str(error), error.detail or traceback.format_exc() if debug else "", ours=True)
    except CheckerFailedError as error:
        _trouble(err, str(error), "", ours=False)
        return error.status
    except JdcError as error:
        return _trouble(err, str(error), "", ours=False)
    except Exception as error:
        return _unforeseen(err, error, traceback.format_exc() if debug else "")


def _unforeseen(err: Console, error: Exception, detail: str) -> int:
    if isinstance(error, BrokenPipeError):  # nobody reads what goes to stderr, and nobody can be told
        discard(sys.stderr)
        return TROUBLE
    if isinstance(error, OSError):
        place = "" if error.filename is None else f"{error.filename}: "
        return _trouble(err, f"{place}{error.strerror or error}", detail, ours=False)
    return _trouble(err, f"{type(error).__name__}: {error}", detail, ours=True)


def _trouble(err: Console, message: str, detail: str, *, ours: bool) -> int:
    err.print(Text.assemble(("error: ", "bold red"), message), soft_wrap=True, highlight=False)
    if detail:
        err.out(detail, highlight=False)
    elif ours:
        hint = f"This should not happen. Run again with --debug and report it to the authors of {DISTRIBUTION}."
        err.print(hint, soft_wrap=True, highlight=False)
    return TROUBLE
