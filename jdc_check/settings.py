"""What a run is told: options of the command line and ``[tool.jdc]`` of the nearest pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from pathspec import GitIgnoreSpec

from jdc_check.errors import UsageError
from jdc_check.rule_names import did_you_mean, full_code, no_such_rule
from jdc_check.version import DISTRIBUTION
from jdc_spec.rules import BY_CODE

CACHE_DIRECTORY: Final = ".jdc_cache"
TABLE: Final = "jdc"
KEYS: Final = ("disable", "exclude")
"""The settings in ``[tool.jdc]``, each a list of strings."""


@dataclass(frozen=True, slots=True)
class ProjectSettings:
    """``[tool.jdc]``, and the directory it speaks about."""

    root: Path
    disable: frozenset[str] = frozenset()
    exclude: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a run depends on."""

    paths: tuple[str, ...]
    packages: tuple[str, ...]
    root: Path
    codes: frozenset[str]
    exclude: tuple[str, ...]
    cache_dir: Path
    python_executable: str | None
    force_exclude: bool = False
    """Whether ``exclude`` holds for paths that are named too."""
    debug: bool = False


def rule_code(name: str) -> str:
    """Return the full code of a rule named on the command line or in a file.

    Raises:
        UsageError: there is no such rule; the message names similar ones.

    """
    code = full_code(name)
    if code not in BY_CODE:
        raise UsageError(no_such_rule(name))
    return code


def selected_codes(select: Iterable[str], disable: Iterable[str]) -> frozenset[str]:
    """Return the codes to report: ``select``, or all, without ``disable``."""
    selected = {rule_code(name) for name in select} or set(BY_CODE)
    return frozenset(selected - {rule_code(name) for name in disable})


def patterns(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``lines``, each of which is a pattern as in .gitignore.

    Raises:
        UsageError: one is not.

    """
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError as error:
            raise UsageError(f'exclude: "{line}" is no pattern as in .gitignore') from error
    return lines


def read_project(directory: Path) -> ProjectSettings:
    """Read ``[tool.jdc]`` of the nearest pyproject.toml at or above ``directory``.

    Raises:
        UsageError: the file is not TOML, or a setting is unknown or has the wrong type.

    """
    for root in (directory, *directory.parents):
        file = root / "pyproject.toml"
        if file.is_file():
            return _project_settings(file)
        if (root / ".git").exists():
            return ProjectSettings(root)
    return ProjectSettings(directory)


def _project_settings(file: Path) -> ProjectSettings:
    try:
        document = tomllib.loads(file.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise UsageError(f"Cannot read {file}: {error}") from error
    try:
        table = _table(document)
        disable = frozenset(rule_code(name) for name in _strings(table, "disable"))
        return ProjectSettings(file.parent, disable, patterns(_strings(table, "exclude")))
    except UsageError as error:
        raise UsageError(f"{file}: {error}") from error


def _table(document: dict[str, Any]) -> dict[str, Any]:
    """Return ``[tool.jdc]``.

    Raises:
        UsageError: it is no table, holds a key that means nothing, or is called after the distribution.

    """
    tool: Any = document.get("tool", {})
    if not isinstance(tool, dict):
        raise UsageError(f"[tool] must be a table, got {tool!r}")
    tables = cast("dict[str, Any]", tool)
    for name in tables:
        if name != TABLE and name.lower().replace("_", "-") in {TABLE, DISTRIBUTION}:
            raise UsageError(f"[tool.{name}] means nothing. The settings of jdc belong in [tool.{TABLE}].")
    table: Any = tables.get(TABLE, {})
    if not isinstance(table, dict):
        raise UsageError(f"[tool.{TABLE}] must be a table, got {table!r}")
    settings = cast("dict[str, Any]", table)
    for key in settings:
        if key not in KEYS:
            raise UsageError(f'[tool.{TABLE}] There is no setting "{key}".{did_you_mean(key, KEYS, "settings")}')
    return settings


def _strings(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value: Any = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise UsageError(f"[tool.{TABLE}] {key} must be a list of strings, got {value!r}")
    return tuple(cast("list[str]", value))
