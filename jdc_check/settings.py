"""The settings of a run: options of the command line and ``[tool.jdc]`` of the nearest pyproject.toml."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from pathspec import GitIgnoreSpec

from jdc_check.errors import UsageError
from jdc_spec.project import ALL, Project, ProjectError, read_project, selection
from jdc_spec.project import rule_code as named
from jdc_spec.rule_names import full_code

CACHE_DIRECTORY: Final = ".jdc_cache"


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
    """True if ``exclude`` holds for paths that are named too."""
    notebooks: bool = True
    """False where those in PATHS are left out."""
    debug: bool = False
    buffers: Mapping[str, str] = field(default_factory=dict[str, str])
    """Texts that an editor has not saved, by path as the report shows it."""


def rule_code(name: str) -> str:
    """Return the full code of a rule named on the command line.

    Raises:
        UsageError: there is no such rule; the message names similar ones.

    """
    try:
        return named(name)
    except ProjectError as error:
        raise UsageError(str(error)) from error


def selected_codes(
    project: Project, select: Iterable[str], disable: Iterable[str], others: frozenset[str] = frozenset()
) -> frozenset[str]:
    """Return the codes to report: ``select``, or those of the project, without ``disable``.

    ``others`` are codes that are no rules: all of them, unless something is selected.

    Raises:
        UsageError: there is no such rule.

    """
    given, taken = tuple(select), tuple(disable)
    rules, without = ([name for name in names if full_code(name) not in others] for names in (given, taken))
    chosen = others.intersection(map(full_code, given)) if given and ALL not in given else others
    try:
        codes = selection(rules, (), without) if given else project.selected - selection((), without, ())
    except ProjectError as error:
        raise UsageError(str(error)) from error
    return codes | chosen.difference(map(full_code, taken))


def patterns(lines: tuple[str, ...]) -> tuple[str, ...]:
    """Return ``lines``, each of which is a pattern as in .gitignore.

    Raises:
        UsageError: one is not.

    """
    for line in lines:
        try:
            GitIgnoreSpec.from_lines([line])
        except ValueError as error:
            raise UsageError(f'exclude: "{line}" is not a pattern as in .gitignore') from error
    return lines


def read_settings(directory: Path) -> Project:
    """Read ``[tool.jdc]`` of the nearest pyproject.toml at or above ``directory``.

    Raises:
        UsageError: the file is not TOML, or a setting is unknown or has the wrong type.

    """
    try:
        project = read_project(directory)
    except ProjectError as error:
        raise UsageError(str(error)) from error
    try:
        patterns(project.exclude)
    except UsageError as error:
        raise UsageError(f"{project.root / 'pyproject.toml'}: {error}") from error
    return project
