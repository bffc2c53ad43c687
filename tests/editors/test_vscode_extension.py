"""The manifest of the VS Code extension agrees with its source."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any, Final

import pytest

import jdc_mypy_plugin

EXTENSION: Final = Path(__file__).parents[2] / "editors" / "vscode"


@pytest.fixture(scope="module")
def manifest() -> dict[str, Any]:
    read: dict[str, Any] = json.loads((EXTENSION / "package.json").read_text(encoding="utf-8"))
    return read


@pytest.fixture(scope="module")
def source() -> str:
    return "".join(file.read_text(encoding="utf-8") for file in sorted((EXTENSION / "src").glob("*.ts")))


def test_each_command_is_registered_and_shown(manifest: dict[str, Any], source: str) -> None:
    shown = {command["command"] for command in manifest["contributes"]["commands"]}
    assert shown == set(re.findall(r'registerCommand\("([\w.]+)"', source))


def test_each_setting_is_read(manifest: dict[str, Any], source: str) -> None:
    settings = {name.removeprefix("jdc.") for name in manifest["contributes"]["configuration"]["properties"]}
    read = set(re.findall(r'\.get<[^>]+>\(\s*"(\w+)"', source))
    assert settings - {"trace.server"} == read, "the language client reads trace.server itself"


def test_an_untrusted_workspace_runs_nothing(manifest: dict[str, Any]) -> None:
    assert manifest["capabilities"]["untrustedWorkspaces"]["supported"] is False


def test_versions_are_those_of_the_distribution(manifest: dict[str, Any]) -> None:
    assert manifest["version"] == jdc_mypy_plugin.__version__
    pinned = manifest["dependencies"] | manifest["devDependencies"]
    assert all(re.fullmatch(r"\d+\.\d+\.\d+", version) for version in pinned.values())
