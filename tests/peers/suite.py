"""A suite: the public tests of another project, and how jdc takes the place of that project's own part."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from collections.abc import Mapping

HERE: Final = Path(__file__).parent
SUITES: Final = HERE / "suites"
SHIMS: Final = HERE / "shims"


@dataclass(frozen=True)
class Registry:
    """A source distribution that holds the tests: ``requirement`` names it and its version."""

    requirement: str


@dataclass(frozen=True)
class Checkout:
    """A clone that holds the tests: ``folder`` in the user's directory, read at ``ref`` whatever is checked out."""

    folder: str
    ref: str
    paths: tuple[str, ...]
    address: str


@dataclass(frozen=True)
class LeftOut:
    """Tests, or a file of them, that cannot run: anywhere, or on Python versions older than ``python``."""

    reason: str
    tests: tuple[str, ...]
    python: tuple[int, ...] | None


@dataclass(frozen=True)
class Difference:
    """Tests that do not pass with jdc, and the reason in a sentence."""

    reason: str
    tests: tuple[str, ...]


@dataclass(frozen=True)
class Suite:
    """A file of ``suites/``.

    Attributes:
        name: the file's name.
        version: of the other project.
        place: the part of it that jdc replaces, for the page.
        shim: the module of ``shims/`` that does so.
        needs: requirements, besides jdc's wheel.
        tests: the arguments of pytest, in the folder of the source.
        path: folders of the source to import from.
        source: the tests' origin.
        left_out: tests that cannot run.
        differences: tests that do not pass.
    """

    name: str
    version: str
    place: str
    shim: str
    needs: tuple[str, ...]
    tests: tuple[str, ...]
    path: tuple[str, ...]
    source: Registry | Checkout
    left_out: tuple[LeftOut, ...]
    differences: tuple[Difference, ...]

    @property
    def expected(self) -> frozenset[str]:
        """The tests that do not pass."""
        return frozenset(test for difference in self.differences for test in difference.tests)


def read(file: Path) -> Suite:
    """Read a file of ``suites/``.

    Raises:
        KeyError: something that every suite has is not there.
        ValueError: a test is listed twice, or a reason is no sentence.
    """
    data: dict[str, Any] = tomllib.loads(file.read_text())
    suite = Suite(
        name=file.stem,
        version=data["version"],
        place=data["place"],
        shim=data["shim"],
        needs=tuple(data["needs"]),
        tests=tuple(data["tests"]),
        path=tuple(data.get("path", ())),
        source=_source(data["source"]),
        left_out=tuple(_left_out(entry) for entry in data.get("left_out", ())),
        differences=tuple(
            Difference(entry["reason"], tuple(entry["tests"])) for entry in data.get("differences", ())
        ),
    )
    _check(suite)
    return suite


def read_all(folder: Path = SUITES) -> list[Suite]:
    """Read all suites, by name."""
    return [read(file) for file in sorted(folder.glob("*.toml"))]


def _source(data: Mapping[str, Any]) -> Registry | Checkout:
    if "registry" in data:
        return Registry(data["registry"])
    return Checkout(data["checkout"], data["ref"], tuple(data["paths"]), data["address"])


def _left_out(data: Mapping[str, Any]) -> LeftOut:
    python = tuple(map(int, data["python"].split("."))) if "python" in data else None
    return LeftOut(data["reason"], tuple(data["tests"]), python)


def _check(suite: Suite) -> None:
    listed = [test for difference in suite.differences for test in difference.tests]
    if twice := sorted({test for test in listed if listed.count(test) > 1}):
        raise ValueError(f"{suite.name}: listed twice: {', '.join(twice)}")
    entries: tuple[Difference | LeftOut, ...] = (*suite.differences, *suite.left_out)
    for entry in entries:
        if not entry.reason.endswith(".") or not entry.tests:
            raise ValueError(f"{suite.name}: an entry has a sentence and tests: {entry}")
