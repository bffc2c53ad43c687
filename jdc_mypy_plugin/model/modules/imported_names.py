"""The full names of what a module imports, as its import statements say: mypy has bound no name as yet."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mypy.nodes import Import, ImportFrom, MypyFile
from mypy.util import correct_relative_import

Imported = Mapping[str, str]
"""The full names of what a module imports, by the names that it has there."""


def imported_in(module: MypyFile) -> Imported:
    """Return what a module imports, and nothing under a name that stands for several things."""
    found: dict[str, str] = {}
    several: set[str] = set()
    for name, alias in _imported(module):
        if found.setdefault(alias, name) != name:
            several.add(alias)
    return {alias: name for alias, name in found.items() if alias not in several}


def _imported(module: MypyFile) -> Iterator[tuple[str, str]]:
    for statement in module.imports:
        if isinstance(statement, Import):
            for name, alias in statement.ids:
                top = name.partition(".")[0]
                yield (name, alias) if alias else (top, top)
        elif isinstance(statement, ImportFrom):
            is_package = module.is_package_init_file()
            home, _ = correct_relative_import(module.fullname, statement.relative, statement.id, is_package)
            yield from ((f"{home}.{name}", alias or name) for name, alias in statement.names)
