"""``[tool.jdc]`` of the nearest pyproject.toml, for the plugin and the command alike."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, cast

from jdc_spec.rules import BY_CODE, RULES

TABLE: Final = "jdc"
DISTRIBUTION: Final = "jax-jdc"
_WINDOWS: Final = re.compile(r"\\(?=\w)")
"""A backslash that means nothing in a pattern: in .gitignore it stands before a special character."""
_MENTION: Final = re.compile(rb"(?<![\w-])(jdc|jax[-_]jdc)(?![\w-])", re.IGNORECASE)
"""The table's name in a file, as a word of its own: a file without it, which is most, need not be parsed."""
ALL: Final = "ALL"
KEYS: Final = (
    *("select", "extend-select", "ignore", "disable", "per-file-ignores"),
    *("exclude", "decorators", "base-classes", "x64"),
)
DEFAULT: Final = frozenset(rule.code for rule in RULES if rule.is_on_by_default)
"""Codes of the rules that are on where a project says nothing."""


class ProjectError(ValueError):
    """A setting that makes no sense; the message names the file."""


@dataclass(frozen=True, slots=True)
class Project:
    """``[tool.jdc]``, and the directory that it speaks about."""

    root: Path
    selected: frozenset[str] = DEFAULT
    """Full codes of the rules that are on."""
    per_file_ignores: Mapping[str, frozenset[str]] = field(default_factory=dict[str, frozenset[str]])
    """Codes of the rules that are off in some files, by pattern as in .gitignore."""
    exclude: tuple[str, ...] = ()
    """Patterns as in .gitignore, not looked at yet."""
    decorators: Mapping[str, str] = field(default_factory=dict[str, str])
    """Full names of class decorators, each with the name of the library whose decorator it behaves like."""
    base_classes: Mapping[str, str] = field(default_factory=dict[str, str])
    """The same of base classes that register their subclasses."""
    x64: bool | None = None
    """True if the programs run with ``jax_enable_x64``; None where that is not known."""


def read_project(directory: Path) -> Project:
    """Read the settings of the nearest pyproject.toml at or above a directory, at most at the top of its repository.

    Raises:
        ProjectError: the file is not TOML, or a setting is unknown or has the wrong type.

    """
    for root in (directory, *directory.parents):
        file = root / "pyproject.toml"
        if file.is_file():
            return _of_file(file)
        if (root / ".git").exists():
            return Project(root)
    return Project(directory)


def rule_code(name: str) -> str:
    """Return the full code of a rule.

    Raises:
        ProjectError: there is no such rule; the message names similar ones.

    """
    from jdc_spec.rule_names import full_code, no_such_rule  # noqa: PLC0415 - mypy starts with this module

    code = full_code(name)
    if code not in BY_CODE:
        raise ProjectError(no_such_rule(name))
    return code


def selection(select: Iterable[str] | None, extend: Iterable[str], ignore: Iterable[str]) -> frozenset[str]:
    """Return the codes of the rules that are on: ``select``, or the default, with ``extend`` and without ``ignore``.

    Raises:
        ProjectError: there is no such rule.

    """
    chosen = DEFAULT if select is None else _codes(select)
    return (chosen | _codes(extend)) - _codes(ignore)


def _codes(names: Iterable[str]) -> frozenset[str]:
    given = list(names)
    return frozenset(BY_CODE) if ALL in given else frozenset(map(rule_code, given))


def _ignores(table: dict[str, Any]) -> Mapping[str, frozenset[str]]:
    """Return ``{"tests/" = ["jdc-frozen"]}``."""
    key = "per-file-ignores"
    value: Any = table.get(key, {})
    if not isinstance(value, dict):
        raise ProjectError(
            f"[tool.{TABLE}] {key} must be a table from patterns to rules, such as "
            f'"tests/" = ["jdc-frozen"], got {value!r}'
        )
    ignores = cast("dict[str, Any]", value)
    return {pattern: _codes(_strings(ignores, pattern)) for pattern in _patterns(tuple(ignores), key)}


def _patterns(patterns: tuple[str, ...], key: str) -> tuple[str, ...]:
    """Return patterns as they are, if all can match a path.

    Raises:
        ProjectError: one has backslashes between directories.

    """
    for pattern in patterns:
        if _WINDOWS.search(pattern):
            meant = _WINDOWS.sub("/", pattern)
            raise ProjectError(
                f'[tool.{TABLE}] {key}: in "{pattern}" a backslash separates no directories; write "{meant}"'
            )
    return patterns


def _of_file(file: Path) -> Project:
    try:
        source = file.read_bytes()
        if not _MENTION.search(source):
            return Project(file.parent)
        document = tomllib.loads(source.decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ProjectError(f"Cannot read {file}: {error}") from error
    try:
        table = _table(document)
        return Project(
            file.parent,
            selection(
                _strings(table, "select") if "select" in table else None,
                _strings(table, "extend-select"),
                (*_strings(table, "ignore"), *_strings(table, "disable")),
            ),
            _ignores(table),
            _patterns(_strings(table, "exclude"), "exclude"),
            _libraries(table, "decorators"),
            _libraries(table, "base-classes"),
            _mode(table),
        )
    except ProjectError as error:
        raise ProjectError(f"{file}: {error}") from error


def _table(document: dict[str, Any]) -> dict[str, Any]:
    """Return ``[tool.jdc]``.

    Raises:
        ProjectError: it is no table, holds a key that means nothing, or is called after the distribution.

    """
    tool: Any = document.get("tool", {})
    if not isinstance(tool, dict):
        raise ProjectError(f"[tool] must be a table, got {tool!r}")
    tables = cast("dict[str, Any]", tool)
    for name in tables:
        if name != TABLE and name.lower().replace("_", "-") in {TABLE, DISTRIBUTION}:
            raise ProjectError(f"[tool.{name}] means nothing. The settings of jdc belong in [tool.{TABLE}].")
    table: Any = tables.get(TABLE, {})
    if not isinstance(table, dict):
        raise ProjectError(f"[tool.{TABLE}] must be a table, got {table!r}")
    settings = cast("dict[str, Any]", table)
    for key in settings:
        if key not in KEYS:
            from jdc_spec.rule_names import did_you_mean  # noqa: PLC0415

            raise ProjectError(f'[tool.{TABLE}] There is no setting "{key}".{did_you_mean(key, KEYS, "settings")}')
    return settings


def _strings(table: dict[str, Any], key: str) -> tuple[str, ...]:
    value: Any = table.get(key, [])
    if not isinstance(value, list) or not all(isinstance(item, str) for item in cast("list[object]", value)):
        raise ProjectError(f"[tool.{TABLE}] {key} must be a list of strings, got {value!r}")
    return tuple(cast("list[str]", value))


def _mode(table: dict[str, Any]) -> bool | None:
    """Return ``x64``: true, false, or None for "unknown"."""
    value: Any = table.get("x64", "unknown")
    if value == "unknown":
        return None
    if not isinstance(value, bool):
        meant = {"true": "true", "on": "true", "1": "true", "false": "false", "off": "false", "0": "false"}
        similar = meant.get(str(value).lower())
        hint = f" Did you mean {similar}?" if similar else ""
        raise ProjectError(f'[tool.{TABLE}] x64 must be true, false or "unknown", got {value!r}.{hint}')
    return value


def _libraries(table: dict[str, Any], key: str) -> Mapping[str, str]:
    """Return ``{"mylib.state" = "flax.struct"}``."""
    value: Any = table.get(key, {})
    if not isinstance(value, dict) or not all(
        isinstance(item, str) for item in cast("dict[str, Any]", value).values()
    ):
        raise ProjectError(
            f"[tool.{TABLE}] {key} must be a table from full names to libraries, such as "
            f'"mylib.state" = "flax.struct", got {value!r}'
        )
    libraries = cast("dict[str, str]", value)
    for library in libraries.values():
        _refuse_unknown(library, key)
    return libraries


def _refuse_unknown(library: str, key: str) -> None:
    from jdc_spec.libraries import BY_NAME  # noqa: PLC0415
    from jdc_spec.rule_names import did_you_mean  # noqa: PLC0415

    if library not in BY_NAME:
        similar = did_you_mean(library, BY_NAME, "libraries")
        raise ProjectError(f'[tool.{TABLE}] {key}: there is no library "{library}".{similar}')
