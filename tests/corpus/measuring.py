"""One package, checked in every way that has to agree."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from corpus.classes import classes
from corpus.runs import jdc, mypy

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from corpus.packages import Package
    from corpus.runs import Checked, Errors
    from corpus.verdicts import Place


@dataclass(frozen=True)
class Compared:
    """mypy without and with the plugin."""

    plain: Errors
    plugin: Errors

    @property
    def gone(self) -> list[Place]:
        """The errors of mypy that the plugin takes away."""
        return sorted(self.plain.others.keys() - self.plugin.others.keys())

    @property
    def new(self) -> dict[Place, str]:
        """The errors of mypy, not of jdc's rules, that come with the plugin."""
        added = self.plugin.others.keys() - self.plain.others.keys()
        return {place: self.plugin.others[place] for place in sorted(added)}


@dataclass(frozen=True)
class Result:
    """A package and what was found; ``compared`` is None in a quick run, ``surprises`` are sentences."""

    package: Package
    checked: Checked
    classes: int
    compared: Compared | None
    surprises: tuple[str, ...]

    @property
    def found(self) -> dict[Place, str]:
        """Everything that needs a verdict: findings, and errors that come with the plugin."""
        return {**self.checked.findings, **(self.compared.new if self.compared else {})}


def measure(package: Package, python: Path, caches: Path, *, quick: bool) -> Result:
    """Check a package; ``caches`` keeps what former packages imported, jax above all.

    Unless ``quick``, it is checked again with the cache that the first run filled, and mypy runs without and with the plugin.

    Raises:
        CrashError: mypy or the command failed.
    """
    modules = [package.module]
    first = jdc(modules, python, caches / "jdc")
    number = classes(caches / "jdc", package.module)
    if quick:
        return Result(package, first, number, None, ())
    again = jdc(modules, python, caches / "jdc")
    plain = mypy(modules, python, caches / "plain", plugin=False)
    plugin = mypy(modules, python, caches / "plugin", plugin=True)
    surprises = (
        *_unlike("with a full cache", first.findings, again.findings),
        *_unlike("under mypy", first.findings, plugin.findings),
    )
    return Result(package, first, number, Compared(plain, plugin), surprises)


def in_parallel(results: Sequence[Result], python: Path, caches: Path) -> list[str]:
    """Run mypy with two workers and an empty cache over the packages with findings, and return what differs.

    Raises:
        CrashError: mypy failed.
    """
    chosen = [result for result in results if result.checked.findings]
    if not chosen:
        return []
    expected = {place: text for result in chosen for place, text in result.checked.findings.items()}
    modules = [result.package.module for result in chosen]
    found = mypy(modules, python, caches / "parallel", "-n", "2", plugin=True).findings
    return list(_unlike("with -n 2", expected, found))


def _unlike(how: str, first: Mapping[Place, str], other: Mapping[Place, str]) -> Iterator[str]:
    for finding in sorted(first.items() ^ other.items()):
        place, message = finding
        yield f"{how} {'not found' if finding in first.items() else 'found'}: {place} {message}"
