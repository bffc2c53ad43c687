"""Find the directories where a project's imports start: as its pyproject.toml or setup.cfg says, ``src``, its root.

A package that is installed is found without this. A single file of one that is not, which is what a
pre-commit hook passes, would be checked with unknown neighbours.
"""

from __future__ import annotations

import configparser
import os
import re
import tomllib
from collections.abc import Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, Final, cast

PROJECT_FILES: Final = ("pyproject.toml", "setup.cfg", "setup.py")

DIRECTORIES: Final = (
    "tool.setuptools.package-dir",
    "tool.setuptools.packages.find.where",
    "tool.hatch.build.sources",
    "tool.hatch.build.targets.wheel.sources",
    "tool.poetry.packages.from",
    "tool.pdm.build.package-dir",
    "tool.uv.build-backend.module-root",
    "tool.maturin.python-source",
    "tool.pytest.ini_options.pythonpath",
    "tool.mypy.mypy_path",
)
"""Settings that name directories with packages in them."""

PACKAGES: Final = (
    "tool.hatch.build.packages",
    "tool.hatch.build.targets.wheel.packages",
    "tool.scikit-build.wheel.packages",
)
"""Settings that name the directories of packages."""


@lru_cache(maxsize=1024)
def source_roots(directory: Path) -> tuple[str, ...]:
    """Return the directories that the imports of a file in ``directory`` may start from, the best first."""
    project = _project(directory)
    if project is None:
        return ()
    above = [
        parent for parent in (directory, *directory.parents) if parent.name == "src" and _is_below(parent, project)
    ]
    candidates = [*_declared(project), *above, project / "src", project]
    found = (os.path.normpath(candidate) for candidate in candidates if os.path.isdir(candidate))  # noqa: PTH112
    return tuple(dict.fromkeys(root for root in found if not _is_package(root)))


def root_of_own_package(module: str, path: str) -> str | None:
    """Return where the import of ``module`` in the file ``path`` starts, if it is of the package that the file is in.

    Not by what a project says, but by what lies there: ``python/net/model.py`` imports ``net.layers``, and there
    is ``python/net/layers.py``. But in a package, ``net/ray/tune.py``, ``ray.tune`` is another one's.
    """
    top, *rest = module.split(".")
    for parent in Path(path).absolute().parents:
        if parent.name == top and not _is_package(str(parent.parent)):
            target = parent.joinpath(*rest)
            if any(os.path.exists(f"{target}{end}") for end in ("", ".py", ".pyi")):  # noqa: PTH110
                return str(parent.parent)
    return None


def _project(directory: Path) -> Path | None:
    """Return the nearest directory that holds a project, at most the top of the repository."""
    for parent in (directory, *directory.parents):
        if any(os.path.isfile(parent / name) for name in PROJECT_FILES):  # noqa: PTH113 - may be forbidden
            return parent
        if os.path.lexists(parent / ".git"):
            return parent
    return None


def _is_below(path: Path, project: Path) -> bool:
    return path != project and path.is_relative_to(project)


def _is_package(directory: str) -> bool:
    return any(os.path.isfile(f"{directory}/__init__{end}") for end in (".py", ".pyi"))  # noqa: PTH113


def _declared(project: Path) -> Iterator[Path]:
    document = {**_setup_cfg(project), **_pyproject(project)}
    for names, above in ((DIRECTORIES, False), (PACKAGES, True)):
        for name in names:
            for text in _strings(document, name.split(".")):
                for part in re.split("[,:]", text) if name.endswith("mypy_path") else [text]:
                    path = project / part.strip().replace("$MYPY_CONFIG_FILE_DIR", str(project))
                    yield path.parent if above else path


def _strings(value: Any, keys: Sequence[str]) -> Iterator[str]:
    """Return the strings at ``keys`` in other people's tables, whatever else is there."""
    if isinstance(value, list):
        for item in cast("list[object]", value):
            yield from _strings(item, keys)
    elif isinstance(value, dict):
        table = cast("dict[str, Any]", value)
        if keys:
            yield from _strings(table.get(keys[0]), keys[1:])
        else:  # package-dir = {"" = "src"}, sources = {"src" = ""}
            yield from (text for pair in table.items() for text in pair if isinstance(text, str) and text)
    elif isinstance(value, str) and not keys:
        yield value


def _pyproject(project: Path) -> dict[str, Any]:
    try:
        return tomllib.loads((project / "pyproject.toml").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}


def _setup_cfg(project: Path) -> dict[str, Any]:
    parser = configparser.ConfigParser(interpolation=None)
    try:
        parser.read(project / "setup.cfg", encoding="utf-8")
    except (OSError, configparser.Error, UnicodeDecodeError):
        return {}
    packages = parser.get("options", "package_dir", fallback="").replace("\n", ",").split(",")
    where = parser.get("options.packages.find", "where", fallback="").replace("\n", ",").split(",")
    named = [entry.partition("=")[2].strip() for entry in packages] + [entry.strip() for entry in where]
    return {"tool": {"setuptools": {"package-dir": list(filter(None, named))}}}
