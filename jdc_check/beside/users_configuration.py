"""A user's configuration of a checker, as far as the exit code depends on it."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, cast


def setting(tools: Sequence[str], files: Sequence[str], *keys: str) -> Any:
    """Return a setting from the nearest of these files, or tables of pyproject.toml; None where there is none.

    A file in JSON with comments is searched for the last of ``keys``, which is true or false.
    """
    for tables in _tables(tools, files):
        if isinstance(tables, str):
            match = re.search(rf'"{keys[-1]}"\s*:\s*(true|false)', tables)
            return None if match is None else match[1] == "true"
        found: Any = tables
        for key in keys:
            found = cast("dict[str, Any]", found).get(key) if isinstance(found, dict) else None
        return found
    return None


def _tables(tools: Sequence[str], files: Sequence[str]) -> Iterator[dict[str, Any] | str]:
    here = Path.cwd()
    for directory in (here, *here.parents):
        for name in files:
            if (directory / name).is_file():
                text = (directory / name).read_text(encoding="utf-8", errors="replace")
                yield text if name.endswith(".json") else _toml(text)
        project = directory / "pyproject.toml"
        if project.is_file():
            tables = _toml(project.read_text(encoding="utf-8", errors="replace")).get("tool", {})
            yield from (tables[tool] for tool in tools if tool in tables)


def _toml(text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:  # for the checker to tell
        return {}
