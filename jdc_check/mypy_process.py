"""One run of mypy in a process of its own, with a configuration of its own.

A process, because a crash of mypy must not be a crash of ``jdc``, and because its command line and JSON
output are what mypy keeps stable.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Any, Final

from jdc_check.notebooks.notebook import SUFFIX
from jdc_check.stopping import held
from jdc_spec.environment import VARIABLE

PLUGIN: Final = "jdc_mypy_plugin"

UNTYPED_LIBRARIES: Final = (
    "chex",
    "simple_pytree",
    "tree_math",
    "jax_md",
    "penzai",
    "brax",
    "mctx",
    "distrax",
    "optax",
    "mujoco",
    "netket",
)
"""Libraries whose classes matter to the rules and that ship no ``py.typed``: their code is read all the same."""

CONFIGURATION: Final = f"""\
[mypy]
plugins = {PLUGIN}
check_untyped_defs = True
show_error_context = False
"""

LOG_PREFIX: Final = "LOG:"


@dataclass(frozen=True, slots=True)
class Invocation:
    """The arguments of one run. Either ``files`` or ``modules`` is not empty."""

    executable: str
    cache_dir: Path
    files: Sequence[str] = ()
    modules: Sequence[str] = ()
    skipped_modules: Iterable[str] = ()
    search_path: Sequence[str] = ()
    explicit_bases: bool = False
    namespace_packages: bool = True
    buffers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts to read in place of files, by path."""
    fine_grained: bool = False
    """True if the cache has to say which function depends on what, which `jdc_check.live` goes on from."""


@dataclass(slots=True)
class Output:
    """The output of one run: its diagnostics, any other text, and the exit code of mypy."""

    records: list[dict[str, Any]] = field(default_factory=list[dict[str, Any]])
    text: list[str] = field(default_factory=list[str])
    status: int = 0


def run_mypy(invocation: Invocation, on_log: Callable[[str], None] | None) -> Output:
    """Run mypy. ``on_log`` is called, from another thread, with each line of its log."""
    with tempfile.TemporaryDirectory(prefix="jdc-") as directory:
        shadows = _shadows(invocation.buffers, Path(directory))
        command = [sys.executable, "-P", "-m", "mypy", *shadows, *arguments(invocation, Path(directory))]
        if on_log is not None:
            command.append("-v")
        return _collect(command, environment(invocation), on_log)


def arguments(invocation: Invocation, directory: Path) -> list[str]:
    """Return mypy's arguments for a run; ``directory`` is where its configuration and the list of sources may lie."""
    config, targets = directory / "mypy.ini", directory / "arguments"
    config.write_text(_configuration(invocation), encoding="utf-8")
    targets.write_text("\n".join(_targets(invocation)), encoding="utf-8")
    return [*_options(invocation, config), f"@{targets}"]


def _configuration(invocation: Invocation) -> str:
    named = [name for name in invocation.modules if "." not in name]
    sections = [_section((*UNTYPED_LIBRARIES, *named), "follow_untyped_imports = True"), _notebooks()]
    skipped = list(invocation.skipped_modules)
    if skipped:
        sections.append(f"[mypy-{','.join(skipped)}]\nfollow_imports = skip\nfollow_imports_for_stubs = True\n")
    return "\n".join([f"{CONFIGURATION}{_following(invocation)}", *sections])


def _following(invocation: Invocation) -> str:
    """Return how mypy follows imports of modules that it is not to report on.

    As if they were checked too: else mypy drops the bodies of their functions, which say what a decorator does and
    whether a method only computes. The fine-grained engine is given all modules of a project, and told so it looks
    for new imports in its own way after each edit, which takes longer.
    """
    return f"follow_imports = {'silent' if invocation.fine_grained else 'normal'}\n"


def _notebooks() -> str:
    """Return the settings of notebooks, whose cells give names new values of any type."""
    from mypy.options import Options  # noqa: PLC0415 - takes a while to load

    redefinition = "allow_redefinition_new" if hasattr(Options(), "allow_redefinition_new") else "allow_redefinition"
    return f"[mypy-*{SUFFIX}]\n{redefinition} = True\nlocal_partial_types = True\n"


def _section(packages: Iterable[str], setting: str) -> str:
    patterns = ",".join(f"{name},{name}.*" for name in dict.fromkeys(packages))
    return f"[mypy-{patterns}]\n{setting}\n"


def _options(invocation: Invocation, config: Path) -> list[str]:
    options = [
        f"--config-file={config}",
        f"--cache-dir={invocation.cache_dir}",
        f"--python-executable={invocation.executable}",
        "--output=json",
        "--no-error-summary",
        "--show-traceback",
        "--soft-error-limit=-1",  # else mypy stops telling after 200 errors of its own
        "--scripts-are-modules",  # notebooks, each of which has a name of its own then
    ]
    if invocation.explicit_bases:
        options.append("--explicit-package-bases")
    if not invocation.namespace_packages:
        options.append("--no-namespace-packages")
    if invocation.fine_grained:
        options.append("--cache-fine-grained")
    return options


def _shadows(buffers: Mapping[str, str], directory: Path) -> list[str]:
    """Write each buffer to a file, and return the options that let mypy read it in place of the file on disk."""
    options: list[str] = []
    for number, (path, text) in enumerate(buffers.items()):
        shadow = directory / f"buffer-{number}{Path(path).suffix}"
        shadow.write_text(text, encoding="utf-8", newline="")
        options += ["--shadow-file", str(Path(path).absolute()), str(shadow)]
    return options


def _targets(invocation: Invocation) -> list[str]:
    if invocation.modules:
        return [f"--module={name}" for name in invocation.modules]
    # An absolute path never starts with what means something to argparse, "-" or "@".
    return [str(Path(file).absolute()) for file in invocation.files]


def environment(invocation: Invocation) -> dict[str, str]:
    """Return the environment variables of a run."""
    kept = {name: value for name, value in os.environ.items() if name not in {"MYPY_CACHE_DIR", "MYPYPATH"}}
    kept["PYTHONIOENCODING"] = "utf-8"
    kept[VARIABLE] = "1"
    search_path = [*filter(None, os.environ.get("MYPYPATH", "").split(os.pathsep)), *invocation.search_path]
    if search_path:
        kept["MYPYPATH"] = os.pathsep.join(search_path)
    return kept


def _collect(command: list[str], environment: dict[str, str], on_log: Callable[[str], None] | None) -> Output:
    output = Output()
    errors: list[str] = []
    with started(command, environment) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        with reading(process, _read_errors, process.stderr, errors, on_log) as reader:
            for line in process.stdout:
                _take(line.rstrip("\n"), output)
            output.status = process.wait()
            reader.join()
    for line in errors:
        _take(line, output)
    return output


@contextmanager
def started(command: list[str], environment: dict[str, str]) -> Generator[subprocess.Popen[str]]:
    """Start a process in a group of its own, which ends with the block."""
    process = None
    try:
        with held():
            process = subprocess.Popen(  # noqa: S603 - our own arguments, or those of the user
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=environment,
                encoding="utf-8",
                errors="replace",
                process_group=0 if os.name == "posix" else None,
            )
        yield process
    finally:
        if process is not None:
            _end(process)


@contextmanager
def reading(process: subprocess.Popen[str], read: Callable[..., None], *given: object) -> Generator[threading.Thread]:
    """Read what a process says in a thread. A block that is left early ends both before the pipes are closed."""
    reader = threading.Thread(target=read, args=given, daemon=True)
    reader.start()
    try:
        yield reader
    finally:
        _kill(process)
        reader.join(timeout=10)  # a grandchild with a group of its own may hold the pipe open


def _end(process: subprocess.Popen[str]) -> None:
    """Close the pipes; kill the group where the block was left before it was through."""
    with process:
        _kill(process)


def _kill(process: subprocess.Popen[str]) -> None:
    """Kill the group of a process that has not ended."""
    if process.returncode is not None:
        return
    if os.name == "posix":
        with suppress(ProcessLookupError):  # it ended just now
            os.killpg(process.pid, signal.SIGKILL)
    else:
        process.kill()


def _take(line: str, output: Output) -> None:
    if line.startswith('{"file":'):
        output.records.append(json.loads(line))
    elif line:
        output.text.append(line)


def _read_errors(stream: IO[str], errors: list[str], on_log: Callable[[str], None] | None) -> None:
    for line in stream:
        if not line.startswith(LOG_PREFIX):
            errors.append(line.rstrip("\n"))
        elif on_log is not None:
            on_log(line.removeprefix(LOG_PREFIX).strip())
