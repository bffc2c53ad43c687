"""One range of mypy, said in one place and repeated by the package's metadata."""

from __future__ import annotations

import tomllib
from importlib import metadata
from pathlib import Path

import pytest

from jdc_spec.mypy_versions import OLDEST, REQUIREMENT, TOO_NEW, is_supported, is_too_old

PYPROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))


@pytest.mark.parametrize("extra", ["check", "mypy"])
def test_extras_ask_for_the_range(extra: str) -> None:
    asked = PYPROJECT["project"]["optional-dependencies"][extra]
    assert [requirement for requirement in asked if requirement.startswith("mypy")] == [REQUIREMENT]


@pytest.mark.parametrize(
    ("version", "supported"),
    [
        (f"{OLDEST[0]}.{OLDEST[1]}.0", True),
        (f"{OLDEST[0]}.{OLDEST[1]}.0+dev.1a2b3c", True),
        (f"{TOO_NEW[0]}.{TOO_NEW[1]}.0", False),
        (f"{TOO_NEW[0]}.{TOO_NEW[1]}.0+dev.1a2b3c", False),
        ("0.991", False),
        ("1.9.0", False),
        ("unknown", False),
        (metadata.version("mypy"), True),
    ],
)
def test_is_supported(version: str, supported: bool) -> None:
    assert is_supported(version) is supported


@pytest.mark.parametrize(
    ("version", "old"),
    [("0.991", True), ("1.9.0", True), ("1.17.1", True), (f"{OLDEST[0]}.{OLDEST[1]}.0", False), ("unknown", False)],
)
def test_is_too_old(version: str, old: bool) -> None:
    assert is_too_old(version) is old
