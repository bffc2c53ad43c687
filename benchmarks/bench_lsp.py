"""Time from an edit to its diagnostics, in a file of 1,000 lines of a project of 100 modules, and the memory taken.

The peers get the same edits: pyright's language server, and mypy's daemon, which is told the text through the file.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import report
from editor import Editor
from rich import box
from rich.table import Table

MODULES = 100
LINES = 1000
HEAD = """\
from typing import Annotated

import jax
import jax.numpy as jnp
import jdc_runtime as jdc
"""
PART = """

@jdc.pytree_dataclass
class Layer{n}:
    weight: Annotated[jax.Array, (3, 4), jnp.float32]
    bias: jax.Array
    units: int = 0
    name: jdc.Static[str] = "layer"

    def scaled(self, by: float) -> jax.Array:
        return self.weight * by + self.units


def make_{n}(x: jax.Array, units: int) -> Layer{n}:
    return Layer{n}(weight=jnp.zeros((3, 4)), bias=x, units=units)


@jax.jit
def apply_{n}(layer: Layer{n}, x: jax.Array) -> jax.Array:
    y = jnp.dot(x, layer.weight.T) + layer.bias
    return jax.nn.relu(y).sum(axis=-1)


def changed_{n}(layer: Layer{n}) -> Layer{n}:
    with jdc.copy_and_mutate(layer) as new:
        new.units = layer.units + 1
    return new
"""
USE = """

def use_{other}(x: jax.Array) -> jax.Array:
    return make_{other}(x, units={other}).scaled(2.0)
"""


def measure(*, quick: bool = False) -> report.Report:
    """Edit the long file again and again in front of each."""
    rounds = 12 if quick else 60
    with tempfile.TemporaryDirectory(prefix="jdc-bench-") as directory:
        root = Path(directory, "project").resolve()
        longest = write_project(root)
        ours = [sys.executable, "-P", "-m", "jdc_check", "lsp"]
        proxied = [*ours, "--proxy", "pyright-langserver --stdio"]
        own = _edited(ours, root, longest, rounds)
        peer = _edited(["pyright-langserver", "--stdio"], root, longest, rounds)
        peers = {"pyright": peer.times, "dmypy": _daemon(root, longest, rounds)}
        added = _added(proxied, root, longest, 40 if quick else 200)
    times = own.times
    note = ", ".join(f"{name} {statistics.median(each) * 1000:.0f} ms" for name, each in peers.items())
    busy = f"pyright {peer.processor * 1000:.0f} ms"
    return report.Report(
        "lsp",
        tables=[_table({"jdc lsp": times, **peers})],
        verdicts=[
            report.Verdict("median after an edit", statistics.median(times) * 1000, 500, unit="ms", note=note),
            report.Verdict("95th percentile", statistics.quantiles(times, n=20)[-1] * 1000, 1000, unit="ms"),
            report.Verdict("processor time of an edit", own.processor * 1000, 500, unit="ms", note=busy),
            report.Verdict("first diagnostics, beside pyright's", own.first / peer.first, 1.5),
            report.Verdict("memory of all processes", own.memory, 600, unit="MB"),
            report.Verdict("added to a hover by the proxy", added * 1000, 5, unit="ms"),
        ],
    )


def write_project(root: Path) -> Path:
    """Write the modules, each of which uses three others; return the longest."""
    package = root / "project"
    package.mkdir(parents=True)
    (root / "pyproject.toml").write_text('[project]\nname = "project"\nversion = "1"\n')
    (package / "__init__.py").touch()
    for number in range(MODULES):
        others = sorted({number // 2, number // 3, max(number - 1, 0)} - {number})
        names = "".join(f"from project.module_{other} import make_{other * 100}\n" for other in others)
        text = HEAD + names
        count = 0
        while text.count("\n") < (LINES if number == 0 else 90):
            text += PART.replace("{n}", str(number * 100 + count))
            count += 1
        text += "".join(USE.replace("{other}", str(other * 100)) for other in others)
        (package / f"module_{number}.py").write_text(text)
    return package / "module_0.py"


def edits(text: str, rounds: int) -> Iterator[str]:
    """Yield what someone makes of a text: comments, other values, a mistake, a new field, a function."""
    places = [match.start() for match in re.finditer(r"\n\n\n@jdc", text)]
    for number in range(rounds):
        at = places[number % len(places)]
        before, here, after = text[:at], text[at : at + 900], text[at + 900 :]
        changes: tuple[Callable[[str], str], ...] = (
            lambda part: part.replace("by + self", "by + 2 * self", 1),
            lambda part: part.replace("jnp.zeros((3, 4))", "jnp.zeros((3, 5))", 1),
            lambda part: part.replace("units: int = 0", "units: int = 0\n    rate: float = 0.1", 1),
            lambda part: f"\n# {number}\n{part}",
            lambda part: f"\n\ndef more_{number}(x: int) -> int:\n    return x + {number}\n{part}",
        )
        yield before + changes[number % len(changes)](here) + after


@dataclass
class Session:
    """The times of one server."""

    times: list[float]
    """Seconds from each edit to its diagnostics."""
    processor: float
    """Seconds of processor time for an edit, of all processes; it depends less on what else the machine does."""
    memory: float
    """Of all processes, in MB."""
    first: float
    """Seconds from the start to the first diagnostics."""


def _edited(command: list[str], root: Path, file: Path, rounds: int) -> Session:
    """Edit a file in front of a server that has seen the project before."""
    _warmed(command, root, file)
    start = time.perf_counter()
    editor, text = Editor(command, root, _environment()), file.read_text()
    try:
        editor.open(file, text)
        first = time.perf_counter() - start
        editor.change(file, 2, f"{text}\n")
        before, times = _processor(editor.process.pid), list[float]()
        for version, changed in enumerate(edits(text, rounds), start=3):
            start = time.perf_counter()
            editor.change(file, version, changed)
            times.append(time.perf_counter() - start)
            time.sleep(0.05)
        processor = (_processor(editor.process.pid) - before) / rounds
        return Session(times, processor, _memory(editor.process.pid), first)
    finally:
        editor.close()


def _warmed(command: list[str], root: Path, file: Path) -> None:
    editor = Editor(command, root, _environment())
    try:
        editor.open(file, file.read_text())
    finally:
        editor.close()


def _added(command: list[str], root: Path, file: Path, rounds: int) -> float:
    """Return the seconds that the proxy adds to a request at the median."""
    medians: list[float] = []
    for each in (command[command.index("--proxy") + 1].split(), command):
        editor = Editor(each, root, _environment())
        try:
            editor.open(file, file.read_text())
            asked = {"textDocument": {"uri": file.as_uri()}, "position": {"line": 9, "character": 6}}
            times: list[float] = []
            for _ in range(rounds):
                start = time.perf_counter()
                editor.request("textDocument/hover", asked)
                times.append(time.perf_counter() - start)
            medians.append(statistics.median(times))
        finally:
            editor.close()
    return medians[1] - medians[0]


def _daemon(root: Path, file: Path, rounds: int) -> list[float]:
    text, times = file.read_text(), list[float]()
    status = ["--status-file", str(root / "dmypy.json")]
    command = [sys.executable, "-P", "-m", "mypy.dmypy", *status]
    flags = ["--follow-imports=normal", "--check-untyped-defs"]
    arguments = [*command, "run", "--", *flags, str(root / "project")]
    try:
        subprocess.run(arguments, cwd=root, capture_output=True, check=False)
        for changed in edits(text, rounds):
            file.write_text(changed)
            start = time.perf_counter()
            subprocess.run([*command, "check", str(root / "project")], cwd=root, capture_output=True, check=False)
            times.append(time.perf_counter() - start)
    finally:
        file.write_text(text)
        subprocess.run([*command, "stop"], cwd=root, capture_output=True, check=False)
    return times


def _processor(pid: int) -> float:
    """Return the processor time in seconds of a process and of all that it started and that still run."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    own = (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
    return own + sum(map(_processor, _children(pid)))


def _children(pid: int) -> list[int]:
    return [int(each) for each in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def _memory(pid: int) -> float:
    """Return the resident memory of a process and of all that it started, in MB."""
    own = int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    return own + sum(map(_memory, _children(pid)))


def _environment() -> dict[str, str]:
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ.get("PATH", "")])
    return {**os.environ, "PATH": path, "VIRTUAL_ENV": sys.prefix}


def _table(times: dict[str, list[float]]) -> Table:
    table = Table(title="ms from an edit to its diagnostics", box=box.SIMPLE)
    for column in ("", "median", "95th percentile", "slowest"):
        table.add_column(column, justify="right" if column else "left")
    for name, each in times.items():
        figures = (statistics.median(each), statistics.quantiles(each, n=20)[-1], max(each))
        table.add_row(name, *(f"{figure * 1000:.0f}" for figure in figures))
    return table


if __name__ == "__main__":
    report.main(measure)
