"""The progress line for a person at a terminal: on stderr, and gone when the analysis ends."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import Progress, SpinnerColumn, TextColumn, TimeElapsedColumn

PARSING: Final = re.compile(r"Parsing .* \((?P<module>\S+)\)$")
SCHEDULING: Final = re.compile(r"Scheduling SCC\D*(?:of size \d+ )?\((?P<modules>[^)]*)\)")


@contextmanager
def progress(console: Console) -> Generator[Callable[[str], None] | None]:
    """Show a spinner while the block runs; yields what takes the log of mypy, None without a terminal."""
    if not (console.is_terminal and console.file.isatty()):  # the first may be forced, for colours
        yield None
        return
    columns = (SpinnerColumn(), TextColumn("{task.description}", markup=False), TimeElapsedColumn())
    with Progress(*columns, console=console, transient=True) as display:
        task = display.add_task("Looking for sources", total=None)
        parsed = 0

        def on_log(line: str) -> None:
            nonlocal parsed
            if PARSING.match(line) is not None:
                parsed += 1
                display.update(task, description=f"Reading: {parsed} modules that are new or changed")
            elif match := SCHEDULING.match(line):
                display.update(task, description=f"Checking {match['modules'].split()[0]}")

        yield on_log
