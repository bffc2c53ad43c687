"""The formats of ``jdc check --output``: one module, one function for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Final, cast

from rich.console import Console

from jdc_check.findings import Report

Printer = Callable[[Report, Console], None]


class _Outputs(Mapping[str, Printer]):
    """Loads a format when it is asked for: what draws source lines takes longer to load than many a run."""

    names: Final = ("text", "concise", "json", "github", "sarif", "gitlab", "junit")

    def __getitem__(self, name: str) -> Printer:
        if name not in self.names:
            raise KeyError(name)
        return cast("Printer", getattr(import_module(f"{__name__}.{name}"), f"print_{name}"))

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self.names)


OUTPUTS: Final[Mapping[str, Printer]] = _Outputs()
"""Each format by its name on the command line. All print to the console that they are given."""
