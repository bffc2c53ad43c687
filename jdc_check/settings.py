"""What a run is told: options of the command line and ``[tool.jdc]`` of the nearest pyproject.toml."""

from __future__ import annotations

import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Final, cast

from jdc_check.errors import UsageError
from jdc_check.suppress import full_code
from jdc_spec.rules import BY_CODE

CACHE_DIRECTORY: Final = ".jdc_cache"


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
    debug: bool = False


def rule_code(name: str) -> str:
    """Return the full code of a rule named on the command line or in a file.

    Raises:
        UsageError: there is no such rule; the message names similar ones.

    """
    code = full_code(name)
    if code in BY_CODE:
        return code
    similar = get_close_matches(code, BY_CODE, n=3, cutoff=0.6)
    hint = f" Did you mean {' or '.join(similar)}?" if similar else f" The rules are: {', '.join(BY_CODE)}."
    raise UsageError(f'There is no rule "{name}".{hint}')


def selected_codes(select: Iterable[str], disable: Iterable[str]) -> frozenset[str]:
    """Return the codes to report: ``select``, or all, without ``disable``."""
    selected = {rule_code(name) for name in select} or set(BY_CODE)
    return frozenset(selected - {rule_code(name) for name in disable})


def read_project(directory: Path) -> ProjectSettings:
    """Read ``[tool.jdc]`` of the nearest pyproject.toml at or above ``directory``.

    Raises:
        UsageError: the file is not TOML, or a setting has the wrong type.

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
    table: Any = document.get("tool", {}).get("jdc", {})
    try:
        disable = frozenset(rule_code(name) for name in _strings(table, "disable"))
        return ProjectSettings(file.parent, disable, _strings(table, "exclude"))
    except UsageError as error:
        raise UsageError(f"{file}: [tool.jdc] {error}") from error


def _strings(table: Any, key: str) -> tuple[str, ...]:
    if not isinstance(table, dict):
        raise UsageError("must be a table")
    value: Any = cast("dict[str, Any]", table).get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise UsageError(f"{key} must be a list of strings, got {value!r}")
    return tuple(cast("list[str]", value))
